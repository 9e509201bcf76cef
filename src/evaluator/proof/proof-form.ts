import type { Definition, Family } from '../../definition/model/definition.js';
import type { Operator } from '../../definition/model/predicate.js';
import { canonicalJson } from '../../domain/canonical/canonical-json.js';
import type { Address } from '../../domain/chain/hex.js';
import type { Run } from '../model/run.js';
import type { CompiledPredicate } from '../predicate/operator.js';
import { EVALUATOR_VERSION } from './evaluator-version.js';
import { compilePredicateForm, type PredicateForm } from './predicate-form.js';
import { quoted, quotedList } from './quoted.js';

/** What differs between the proofs of one family. */
export interface ProofParts {
  readonly subject: Address;
  readonly object: Address | undefined;
  readonly value: string | undefined;
  /** For one object, ascending by key. */
  readonly runs: readonly Run[];
  readonly referenceBlock: number;
  readonly referenceBlockHash: string;
}

/**
 * Writes the hashed fields of a proof as canonical JSON. It gives the text of `canonicalJson`, but escapes
 * only what differs between proofs.
 */
export type ProofForm = (parts: ProofParts) => string;

export interface PredicateOfFamily extends CompiledPredicate {
  readonly check: { readonly id: string; readonly operator: Operator; readonly binding?: string };
  /** Whether it appears once per key in a proof. */
  readonly perKey: boolean;
}

export function compileProofForm(
  { id, definitionVersion }: Definition,
  family: Family,
  predicates: readonly PredicateOfFamily[],
): ProofForm {
  const factCount = family.facts.length;
  const facts = compilePredicateForms(predicates.slice(0, factCount), 0);
  const controls = compilePredicateForms(predicates.slice(factCount), factCount);
  const bindings = placesByBinding(predicates);
  const head = `{"attributeId":${canonicalJson(id)},"bindingVersions":{`;
  const afterVersions = `},"chainId":1,"definitionVersion":${canonicalJson(definitionVersion)},"dependencyProofRefs":`;
  const afterDependencies = `,"evaluatorVersion":${canonicalJson(EVALUATOR_VERSION)},"factResults":[`;
  const afterFacts = '],"failureReasonCodes":[],"negativeControlResults":[';
  const afterHash = `,"result":"pass","selectedFamilyId":${canonicalJson(family.id)},"sourceEvidenceRefs":`;
  return ({ subject, object, value, runs, referenceBlock, referenceBlockHash }) => {
    const dependencies: string[] = [];
    const evidence: string[] = [];
    for (const { outcomes } of runs) {
      for (const { dependency, evidence: refs } of outcomes) {
        if (dependency !== undefined) dependencies.push(dependency);
        if (refs !== undefined) for (const ref of refs) evidence.push(ref);
      }
    }
    return (
      head +
      versionsOf(bindings, runs) +
      afterVersions +
      quotedList(sortedDistinct(dependencies)) +
      afterDependencies +
      written(facts, runs) +
      afterFacts +
      written(controls, runs) +
      (object === undefined ? ']' : `],"object":${quoted(object)}`) +
      `,"referenceBlock":${referenceBlock},"referenceBlockHash":${quoted(referenceBlockHash)}` +
      afterHash +
      quotedList(sortedDistinct(evidence)) +
      `,"subject":${quoted(subject)}` +
      (value === undefined ? '}' : `,"value":${quoted(value)}}`)
    );
  };
}

interface PlacedForm {
  readonly place: number;
  readonly perKey: boolean;
  readonly write: PredicateForm;
}

function compilePredicateForms(
  predicates: readonly PredicateOfFamily[],
  first: number,
): readonly PlacedForm[] {
  return predicates.map((predicate, at) => ({
    place: first + at,
    perKey: predicate.perKey,
    write: compilePredicateForm(predicate.check, predicate),
  }));
}

function written(forms: readonly PlacedForm[], runs: readonly Run[]): string {
  let text = '';
  for (const { place, perKey, write } of forms) {
    const times = perKey ? runs.length : 1;
    for (let at = 0; at < times; at++) {
      if (text !== '') text += ',';
      text += write(runs[at]!.outcomes[place]!);
    }
  }
  return text;
}

/** Places of the checks that look up a binding, by the JSON text of the binding, ascending. */
function placesByBinding(
  predicates: readonly PredicateOfFamily[],
): readonly (readonly [string, readonly number[]])[] {
  const places = new Map<string, number[]>();
  for (const [place, { check: predicate }] of predicates.entries())
    if (predicate.binding !== undefined)
      places.set(predicate.binding, [...(places.get(predicate.binding) ?? []), place]);
  return [...places]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([binding, of]) => [canonicalJson(binding), of]);
}

function versionsOf(
  bindings: readonly (readonly [string, readonly number[]])[],
  runs: readonly Run[],
): string {
  let text = '';
  for (const [binding, places] of bindings) {
    const versions: string[] = [];
    for (const { outcomes } of runs)
      for (const place of places) versions.push(outcomes[place]!.bindingVersion!);
    if (text !== '') text += ',';
    text += `${binding}:${quoted(sortedDistinct(versions).join(','))}`;
  }
  return text;
}

function sortedDistinct(texts: string[]): readonly string[] {
  return texts.length < 2 ? texts : [...new Set(texts)].sort();
}
