import type { AnyOperands, PredicateOf, SourceId } from '../../definition/model/predicate.js';
import { codesOf } from '../../domain/chain/codec/delegation-fact.js';
import type { Address } from '../../domain/chain/hex.js';
import type { EvaluationContext } from '../model/evaluation-context.js';
import { FAILS, type NotMet, UNKNOWN } from '../model/outcome.js';
import type { FactInterval, FactValue } from '../model/state-view.js';
import { placeOf } from './compile-expression.js';
import type { PredicatePlace } from './operator.js';
import { anyFact, compileSourceReader } from './source-reader.js';

/** Reads code that agrees; undefined where there is none. */
export type CodesReader = (
  context: EvaluationContext,
  agrees: (code: FactValue) => boolean,
) => FactInterval | undefined | NotMet;

/** Reads the code of one address, or that of the first contract that agrees, of those to which calls are passed on. */
export function compileCodesReader(
  predicate: PredicateOf<'selectors_all' | 'selectors_none' | 'instructions_all' | 'instructions_none'>,
  place: PredicatePlace,
): CodesReader {
  const { source, at, further }: AnyOperands = predicate;
  if (!further || at?.of !== 'check' || at.field !== undefined) {
    const { fact } = compileSourceReader(predicate, place);
    return (context, agrees) => {
      const interval = fact(context);
      return typeof interval !== 'object' || agrees(interval.value) ? interval : undefined;
    };
  }
  const delegation = placeOf(at.check, place.scope);
  return (context, agrees) => {
    const outcome = context.outcomes[delegation]!;
    if (typeof outcome === 'symbol') return outcome;
    if (typeof outcome.value !== 'object') return FAILS;
    return firstThatAgrees(context, codesOf(outcome.value), source!, agrees);
  };
}

function firstThatAgrees(
  context: EvaluationContext,
  accounts: readonly Address[],
  source: SourceId,
  agrees: (code: FactValue) => boolean,
): FactInterval | undefined | NotMet {
  let found: typeof UNKNOWN | undefined;
  for (const account of context.view.withFacts?.(accounts, source) ?? accounts) {
    const interval = anyFact(context, account, source);
    if (interval === UNKNOWN) found = UNKNOWN;
    else if (interval !== undefined && agrees(interval.value)) return interval;
  }
  return found;
}
