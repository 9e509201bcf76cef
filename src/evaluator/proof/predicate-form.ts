import type { Operator } from '../../definition/model/predicate.js';
import { canonicalJson } from '../../domain/canonical/canonical-json.js';
import type { Met, Stated } from '../model/outcome.js';
import type { CompiledPredicate } from '../predicate/operator.js';
import { quoted, quotedList } from './quoted.js';

/** Writes one check of a proof as canonical JSON. */
export type PredicateForm = (met: Met) => string;

export function compilePredicateForm(
  { id, operator }: { readonly id: string; readonly operator: Operator },
  { expected, observed }: CompiledPredicate,
): PredicateForm {
  const name = `,"id":${canonicalJson(id)},"observed":`;
  const end = `,"operator":${canonicalJson(operator)}}`;
  const rest = restForm(expected, observed, name, end);
  return (met) => {
    const { evidence } = met;
    return evidence === undefined || evidence.length === 0
      ? `{"expected":${rest(met)}`
      : `{"evidence":${quotedList(evidence)},"expected":${rest(met)}`;
  };
}

function restForm(
  expected: Stated | undefined,
  observed: Stated | undefined,
  name: string,
  end: string,
): PredicateForm {
  if (expected === undefined) return (met) => written(met.expected) + name + written(met.observed) + end;
  const start = canonicalJson(expected) + name;
  if (observed === undefined) return (met) => start + written(met.observed) + end;
  const all = start + canonicalJson(observed) + end;
  return () => all;
}

function written(stated: Stated): string {
  return typeof stated === 'string' ? quoted(stated) : canonicalJson(stated);
}
