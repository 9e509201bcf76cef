import { bindingDocument } from '../../src/bundle/binding-documents.js';
import { GatheredEvidence } from '../../src/bundle/gather-evidence.js';
import { MinimalWitness } from '../../src/bundle/minimal-witness.js';
import { RecordingView } from '../../src/bundle/recording-view.js';
import { ruleDocument } from '../../src/bundle/rule-document.js';
import { bindingsOfSource } from '../../src/definition/catalog/describe-source.js';
import type { Definition, Family } from '../../src/definition/model/definition.js';
import { expressionsOf } from '../../src/definition/model/predicate.js';
import type { Address } from '../../src/domain/chain/hex.js';
import { evaluate } from '../../src/evaluator/evaluate/evaluate.js';
import type { StateView } from '../../src/evaluator/model/state-view.js';
import { earliest } from '../../src/evaluator/predicate/earliest-witness.js';
import type { Bundle, Statement } from '../../src/verifier/bundle/bundle.schema.js';
import type { HonestChain } from './honest-chain.js';
import type { Forgery } from './lies.js';
import { remade } from './refit.js';

const CLAIMS_EACH = 2;

/**
 * Claims that hold only because something is left out: a failed control, or an earlier family that holds. All their facts are true.
 */
export async function* omissions(
  chain: HonestChain,
  subjects: readonly Address[],
): AsyncIterable<Forgery & { readonly id: string }> {
  for (const definition of chain.historical.catalog.definitions)
    for (const [at, family] of definition.families.entries()) {
      const controls = family.negativeControls.filter(({ operator }) => operator !== 'absent');
      if (at === 0 && controls.length === family.negativeControls.length) continue;
      let found = 0;
      for (const subject of subjects) {
        for (const text of await forgedWithout(
          chain,
          definition,
          { ...family, negativeControls: controls },
          subject,
        )) {
          yield { id: definition.id, lie: 'what is left out', text, behind: ['absent', 'family'] };
          found++;
        }
        if (found >= CLAIMS_EACH) break;
      }
    }
}

/**
 * Claims of attributes that read the fact of any key, the earliest, and leave the earliest out. All their facts are true.
 */
export async function* laterKeys(
  chain: HonestChain,
  subjects: readonly Address[],
): AsyncIterable<Forgery & { readonly id: string }> {
  for (const definition of chain.historical.catalog.definitions.filter(({ kind }) => kind === 'attribute'))
    for (const family of definition.families)
      for (const subject of subjects)
        for (const text of await forgedWithout(chain, definition, family, subject, withoutEarliest))
          yield { id: definition.id, lie: 'a later key', text, behind: ['first'] };
}

/** A view without the fact of a keyed source that began first. */
function withoutEarliest(view: StateView): StateView {
  const factsByKey: StateView['factsByKey'] = (address, source, call) => {
    const all = view.factsByKey(address, source, call);
    return all === 'unknown' || call !== undefined ? all : all.filter((one) => one !== earliest(all));
  };
  return new Proxy(view, {
    get: (of, name) => {
      if (name === 'factsByKey') return factsByKey;
      const member: unknown = Reflect.get(of, name);
      return typeof member === 'function' ? member.bind(of) : member;
    },
  });
}

/** @param of what the evaluation sees; where that is less than all, a claim may hold in truth, and by another proof */
async function forgedWithout(
  chain: HonestChain,
  definition: Definition,
  family: Family,
  subject: Address,
  of?: (view: StateView) => StateView,
): Promise<readonly string[]> {
  const { head: block, historical } = chain;
  const lax: Definition = { ...definition, families: [family] };
  const evaluated = await historical.at(lax, subject, block, (view) => {
    const recording = new RecordingView(of?.(view) ?? view, historical.catalog.sources);
    return { recording, claims: evaluate(lax, subject, recording).claims };
  });
  const texts: string[] = [];
  for (const claim of evaluated?.claims ?? []) {
    if (!of && chain.holds(definition.id, subject, claim.object ?? '', block, family.id)) continue;
    const bundle = await bundleOf(chain, lax, JSON.parse(claim.canonical), evaluated!.recording);
    const text = remade(bundle, chain.headerOf);
    if (text !== undefined) texts.push(text);
  }
  return texts;
}

/**
 * Presents what an evaluation by laxer rules saw as evidence for the full rule.
 *
 * @param more facts of executed calls that the evaluation did not see, and for which there is no evidence
 */
export async function bundleOf(
  chain: HonestChain,
  definition: Definition,
  proof: Bundle['proofs'][string],
  recording: RecordingView,
  more: Statement['holdings'] = [],
): Promise<Bundle> {
  const { head: block, historical } = chain;
  const hash = `sha256:${'0'.repeat(64)}`;
  const witness = new MinimalWitness(historical, chain.bindings);
  const claims = recording.claims.filter(({ proofHash }) => proof.dependencyProofRefs.includes(proofHash));
  for (const { id, address, proofHash } of claims)
    await witness.add({ id, subject: address, block, proofHash });
  const whole = historical.catalog.definitions.find(({ id }) => id === definition.id)!;
  const { stated } = witness;
  const recorded = recording.recorded();
  const holdings = recorded.holdings.filter(({ evidence }) =>
    evidence.every((ref) => proof.sourceEvidenceRefs.includes(ref)),
  );
  const statement: Statement = {
    ...recorded,
    holdings: [...holdings, ...more],
    formerly: [],
    lapsed: [],
    claims: [...new Map(claims.map((one) => [one.proofHash, one])).values()].map(
      ({ proofHash, intervalStart }) => ({ proof: proofHash, intervalStart }),
    ),
    digest: hash as Statement['digest'],
  };
  const statements = { ...stated.statements, [hash]: statement };
  const evidence = new GatheredEvidence(chain.source);
  const bindings = new Set([...stated.bindings, ...whole.families.flatMap(bindingsOf)]);
  for (const { referenceBlock, referenceBlockHash } of Object.values(stated.proofs))
    await evidence.addBlock(referenceBlockHash, referenceBlock);
  for (const reported of Object.values(statements)) {
    for (const fact of reported.holdings) {
      if (!more.includes(fact)) await evidence.addFact(fact);
      for (const id of bindingsOfSource(fact.source)) bindings.add(id);
    }
    for (const answer of reported.answers)
      await evidence.addAnswer(answer.evidence, answer.block, answer.output);
  }
  await evidence.addEnd(block);
  for (const reported of Object.values(statements))
    for (const fact of reported.holdings) if (!more.includes(fact)) await evidence.addPresence(fact, block);
  return {
    format: 'chainproof-bundle-2',
    proof: hash,
    block,
    proofs: { ...stated.proofs, [hash]: proof },
    definitions: { ...stated.definitions, [whole.definitionVersion]: ruleDocument(whole) },
    bindings: Object.fromEntries([...bindings].map((id) => [id, bindingDocument(id, true)])),
    statements,
    blocks: evidence.blocks,
    attested: evidence.attested,
  } as Bundle;
}

function bindingsOf({ facts, negativeControls }: Family): readonly string[] {
  return [...facts, ...negativeControls].flatMap((check) => [
    ...('binding' in check ? [check.binding] : []),
    ...expressionsOf(check).flatMap((one) => (one.of === 'entry' ? [one.binding] : [])),
  ]);
}
