import type { Binding } from '../../definition/binding/binding.js';
import { bindingsOfSource } from '../../definition/catalog/describe-source.js';
import { canonicalJson, sha256Hex } from '../../domain/canonical/canonical-json.js';
import { evaluate } from '../../evaluator/evaluate/evaluate.js';
import type { Bundle, BundledProof } from '../bundle/bundle.schema.js';
import { statementDigest } from '../bundle/statement-digest.js';
import { demand, Refuted } from '../evidence/finding.js';
import { compileRule } from '../rule/compile-rule.js';
import { openBinding } from '../rule/open-binding.js';
import { ReadingBudget, TooMuchRead } from '../rule/reading-budget.js';
import { type Absence, MissingBinding, StatementView } from '../rule/statement-view.js';

const DIGEST_DIGITS = 64;
/**
 * The most characters of a rule, more than twice those of the longest published one. Evaluation takes time
 * for each check and each stated key.
 */
const LONGEST_RULE = 16_384;

/** Results of evaluation that the higher levels need. */
export interface EvaluatedProof {
  /** The registries of the bundle, by id. */
  readonly bindings: ReadonlyMap<string, Binding>;
  /** Absences that each proof depends on, by its hash. */
  readonly absences: ReadonlyMap<string, readonly Absence[]>;
}

/**
 * V2: the rules have the digests that the proofs name, and evaluating the statements with them gives each
 * proof, equal in every byte. Statements have nothing unused, and nothing twice.
 *
 * @throws Refuted
 */
export function checkRules(bundle: Bundle): EvaluatedProof {
  const { proofs, definitions, statements } = bundle;
  for (const [version, rule] of Object.entries(definitions)) {
    const isNamed = Object.values(proofs).some((proof) => proof.definitionVersion === version);
    demand(isNamed, `definition ${version}`, 'no proof names it');
    const written = canonicalJson(rule);
    const place = `definition ${rule.id}`;
    demand(version.slice(-DIGEST_DIGITS) === sha256Hex(written), place, 'its rule has another digest');
    demand(written.length <= LONGEST_RULE, place, `its rule is longer than ${LONGEST_RULE} characters`);
  }
  const bindings = openBindings(bundle);
  const asked = new Set<string>();
  const budget = new ReadingBudget();
  const absences = new Map<string, readonly Absence[]>();
  for (const [hash, proof] of Object.entries(proofs)) {
    const needed = checkProof(bundle, hash, proof, bindings, budget);
    for (const id of needed.bindings) asked.add(id);
    absences.set(hash, needed.absences);
  }
  for (const hash of Object.keys(statements))
    demand(Object.hasOwn(proofs, hash), `statement ${hash}`, 'it is for no proof of the bundle');
  for (const id of bindings.keys()) demand(asked.has(id), `binding ${id}`, 'nothing looks it up');
  return { bindings, absences };
}

function openBindings({ bindings }: Bundle): ReadonlyMap<string, Binding> {
  const opened = new Map<string, Binding>();
  for (const [id, bundled] of Object.entries(bindings)) {
    const binding = openBinding(id, bundled);
    if (typeof binding === 'string') throw new Refuted(`binding ${id}`, binding);
    opened.set(id, binding);
  }
  return opened;
}

/** @returns ids of the registries and the absences that the proof depends on */
function checkProof(
  bundle: Bundle,
  hash: string,
  proof: BundledProof,
  bindings: ReadonlyMap<string, Binding>,
  budget: ReadingBudget,
): { readonly bindings: ReadonlySet<string>; readonly absences: readonly Absence[] } {
  const place = `proof of ${proof.attributeId} ${hash}`;
  const { block, proofs, definitions, statements } = bundle;
  const rule = definitions[proof.definitionVersion];
  demand(rule !== undefined, place, 'its definition is not in the bundle');
  const statement = statements[hash];
  demand(statement !== undefined, place, 'nothing is stated for it');
  const compiled = compileRule(rule, proof.definitionVersion, proof.selectedFamilyId);
  demand(compiled !== undefined, place, `its definition has no family ${proof.selectedFamilyId}`);
  demand(block >= proof.referenceBlock, place, "the bundle's block lies below its reference block");
  const { definition, sources } = compiled;
  const view = new StatementView(statement, { block, proof, proofs, bindings, sources }, budget);
  const claim = evaluated(() => evaluate(definition, proof.subject, view).claims, place).find(
    ({ object }) => object === proof.object,
  );
  demand(claim !== undefined, place, 'what is stated does not satisfy its definition');
  const written = canonicalJson(proof);
  if (claim.canonical !== written)
    throw new Refuted(place, `what is stated gives another ${firstDifference(claim.canonical, proof)}`);
  demand(view.unasked().length === 0, place, 'more is stated than it rests on');
  demand(!view.statesTwice, place, 'one fact is stated twice');
  demand(
    statement.digest === statementDigest(hash, block, statement),
    place,
    'what is stated for it has another digest',
  );
  const needed = new Set(view.askedBindings);
  for (const { source } of statement.holdings)
    for (const id of bindingsOfSource(source)) {
      demand(bindings.has(id), place, `binding ${id} is not in the bundle`);
      needed.add(id);
    }
  return { bindings: needed, absences: view.absences };
}

function evaluated<T>(run: () => T, place: string): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof MissingBinding || error instanceof TooMuchRead)
      throw new Refuted(place, error.message);
    if (error instanceof Error && (error.name === 'BadReference' || error.name === 'NotCanonical'))
      throw new Refuted(place, error.message);
    throw error;
  }
}

function firstDifference(found: string, stated: object): string {
  const fields = JSON.parse(found) as Record<string, unknown>;
  const given = stated as Record<string, unknown>;
  const names = [...new Set([...Object.keys(fields), ...Object.keys(given)])].sort();
  return (
    names.find((name) => canonicalJson(fields[name] ?? null) !== canonicalJson(given[name] ?? null)) ?? 'text'
  );
}
