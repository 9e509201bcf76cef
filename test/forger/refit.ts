import { canonicalJson, digestText } from '../../src/domain/canonical/canonical-json.js';
import { decodeHeader } from '../../src/domain/chain/codec/header-rlp.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import type { Hex } from '../../src/domain/chain/hex.js';
import { evaluate } from '../../src/evaluator/evaluate/evaluate.js';
import type { Bundle, BundledProof, Statement } from '../../src/verifier/bundle/bundle.schema.js';
import { writeBundle } from '../../src/verifier/bundle/read-bundle.js';
import { attestedDigest, statementDigest } from '../../src/verifier/bundle/statement-digest.js';
import { compileRule } from '../../src/verifier/rule/compile-rule.js';
import { openBinding } from '../../src/verifier/rule/open-binding.js';
import { type StatedParts, StatementView } from '../../src/verifier/rule/statement-view.js';

/** Canonical text with the digests of the changed content; undefined if it is no bundle. */
export function withFittingDigests(text: string): string | undefined {
  try {
    const bundle = JSON.parse(text) as Bundle;
    for (const [hash, statement] of Object.entries(bundle.statements))
      statement.digest = statementDigest(hash, bundle.block, statement);
    for (const [ref, attested] of Object.entries(bundle.attested))
      attested.digest = attestedDigest(ref, attested);
    return writeBundle(bundle);
  } catch {
    return undefined;
  }
}

/** Renames proofs by their new hashes, lowest first, then adapts all digests, as an attacker with our code would. */
export function withFittingHashes(text: string): string {
  let forged = text;
  for (;;) {
    const bundle = JSON.parse(forged) as Bundle;
    const { proofs } = bundle;
    for (const { dependencyProofRefs, sourceEvidenceRefs } of Object.values(proofs)) {
      dependencyProofRefs.sort();
      sourceEvidenceRefs.sort();
    }
    forged = writeBundle(bundle);
    const wrong = Object.entries(proofs).find(([hash, fields]) => digestText(canonicalJson(fields)) !== hash);
    if (wrong === undefined) return withFittingDigests(forged)!;
    const [hash, fields] = wrong;
    forged = forged.replaceAll(hash, digestText(canonicalJson(fields)));
  }
}

/** The view of a statement on a chain whose block hashes are all known. */
class ForgedView extends StatementView {
  constructor(
    statement: Omit<Statement, 'digest'>,
    parts: StatedParts,
    private readonly hashOf: (number: number) => string | undefined,
  ) {
    super(statement, parts);
  }

  override blockHash(number: number): string {
    return this.hashOf(number) ?? '';
  }
}

/** Header and hash of a block, for a bundle that shows nothing else of it. */
export type HeaderOf = (number: number) => { readonly hash: string; readonly header: Hex } | undefined;

/**
 * Evaluates the statements again, beginning with proofs without dependencies, and replaces the proofs by the results: V1 and V2 find
 * no fault in the bundle.
 *
 * @returns undefined if the rules yield no such claims
 */
export function remade(bundle: Bundle, headerOf: HeaderOf): string | undefined {
  const renamed = new Map<string, string>();
  const proofs: Record<string, BundledProof> = {};
  const statements: Record<string, Statement> = {};
  const bindings = new Map<string, never>();
  for (const [id, bundled] of Object.entries(bundle.bindings)) {
    const { versions, entries } = bundled;
    bundled.digest = digestText(canonicalJson({ versions, entries }));
    const opened = openBinding(id, bundled);
    if (typeof opened === 'string') return undefined;
    bindings.set(id, opened as never);
  }
  const add = (hash: string): boolean => {
    if (renamed.has(hash)) return true;
    const proof = bundle.proofs[hash];
    const reported = bundle.statements[hash];
    if (proof === undefined || reported === undefined) return false;
    if (!reported.claims.every((claim) => add(claim.proof))) return false;
    const claims = reported.claims.map((claim) => ({ ...claim, proof: renamed.get(claim.proof)! }));
    const statement: Statement = { ...reported, claims };
    const rule = bundle.definitions[proof.definitionVersion];
    const compiled = rule && compileRule(rule, proof.definitionVersion, proof.selectedFamilyId);
    if (compiled === undefined) return false;
    const { definition, sources } = compiled;
    const view = new ForgedView(
      statement,
      { block: bundle.block, proof, proofs, bindings, sources },
      (number) => headerOf(number)?.hash,
    );
    const found = evaluate(definition, proof.subject, view).claims.find(
      ({ object }) => object === proof.object,
    );
    if (found === undefined) return false;
    renamed.set(hash, found.proofHash);
    proofs[found.proofHash] = JSON.parse(found.canonical) as BundledProof;
    statements[found.proofHash] = statement;
    return true;
  };
  try {
    if (!add(bundle.proof)) return undefined;
    const blocks = { ...bundle.blocks };
    for (const { referenceBlock } of Object.values(proofs)) {
      const block = headerOf(referenceBlock);
      if (block === undefined) return undefined;
      blocks[block.hash] ??= { header: block.header };
    }
    const forged = { ...bundle, proof: renamed.get(bundle.proof)!, proofs, statements, blocks };
    return withFittingDigests(writeBundle(withoutUnused(forged)));
  } catch {
    return undefined;
  }
}

/** Without blocks that show nothing and are no reference block. */
function withoutUnused(bundle: Bundle): Bundle {
  const needed = new Set<string>();
  for (const { referenceBlockHash } of Object.values(bundle.proofs)) needed.add(referenceBlockHash);
  for (const { holdings, answers } of Object.values(bundle.statements))
    for (const ref of [
      ...holdings.flatMap(({ evidence }) => evidence),
      ...answers.map((one) => one.evidence),
    ])
      needed.add(ref.split(':')[2]!);
  const blocks = Object.fromEntries(
    Object.entries(bundle.blocks).filter(
      ([hash, block]) => needed.has(hash) || Object.keys(block).length > 1 || isEnd(bundle, hash),
    ),
  );
  return { ...bundle, blocks };
}

function isEnd({ blocks, block }: Bundle, hash: string): boolean {
  return decodeHeader(fromHex(blocks[hash]!.header)).number === block;
}
