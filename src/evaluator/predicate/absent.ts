import type { ClaimOperand } from '../../definition/model/predicate.js';
import { FAILS, type Outcome, UNKNOWN } from '../model/outcome.js';
import { compileAddress, type Scope } from './compile-expression.js';
import type { Compile, PredicateEvaluator } from './operator.js';
import { compileSourceReader, type SourceReader } from './source-reader.js';

const ABSENT = 'absent';

/** A source has no fact, or a claim is not proven. It holds from the block after the last in which it was. */
export const absent: Compile<'absent'> = (predicate, place) => ({
  expected: ABSENT,
  observed: ABSENT,
  evaluate:
    'dep' in predicate ? noClaim(predicate, place.scope) : noFact(compileSourceReader(predicate, place)),
});

function noFact(sourceReader: SourceReader): PredicateEvaluator {
  return (context) => {
    const fact = sourceReader.fact(context);
    if (typeof fact === 'symbol') return fact;
    return fact === undefined ? absentSince(sourceReader.lastFactEnd(context)) : FAILS;
  };
}

function noClaim({ dep: id, of }: ClaimOperand, scope: Scope): PredicateEvaluator {
  const address = compileAddress(of, scope);
  return (context) => {
    const at = address(context);
    if (typeof at === 'symbol') return at;
    const claim = context.view.claim(id, at);
    if (claim === 'unknown') return UNKNOWN;
    return claim === undefined ? absentSince(context.view.lastClaim(id, at)) : FAILS;
  };
}

function absentSince(lastEnd: number | undefined): Outcome {
  return {
    expected: ABSENT,
    observed: ABSENT,
    start: lastEnd === undefined ? undefined : lastEnd + 1,
  };
}
