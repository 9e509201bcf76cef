import type { Predicate, SourceId } from '../../definition/model/definition.js';
import type { EvaluationContext } from '../model/evaluation-context.js';
import { type NotMet, UNKNOWN } from '../model/outcome.js';
import type { FactInterval } from '../model/state-view.js';
import { compileExpression, type Scope } from './compile-expression.js';
import { earliest } from './earliest-witness.js';
import type { Operand } from './operand.js';
import { compileRead } from './recorded-read.js';

/** Reads the fact source of a predicate. */
export interface SourceReader {
  /** Undefined without a fact; FAILS when an expression has no value for the address or the key. */
  fact(context: EvaluationContext): FactInterval | undefined | NotMet;
  /** Last block at which it was held before this one, if it ever was. Asked only where nothing is held. */
  lastFactEnd(context: EvaluationContext): number | undefined;
}

/** @param isEach whether the family is evaluated per key of this predicate's source */
export function compileSourceReader(predicate: Predicate, scope: Scope, isEach: boolean): SourceReader {
  if (isEach) return { fact: ({ candidate }) => candidate, lastFactEnd: never };
  if (predicate.read) return { fact: compileRead(predicate, predicate.read, scope), lastFactEnd: never };
  const source = predicate.source!;
  const address = compileAddress(predicate, scope);
  if (predicate.atKey) return keyOf(source, address, compileExpression(predicate.atKey, scope));
  return {
    fact: (context) => {
      const at = address(context);
      return typeof at === 'symbol' ? at : anyFact(context, at, source);
    },
    lastFactEnd: (context) => context.view.lastFactEnd(address(context) as string, source),
  };
}

/** The address whose source a predicate reads. */
export function compileAddress({ at = { of: 'subject' } }: Predicate, scope: Scope): Operand {
  return compileExpression(at, scope);
}

function keyOf(source: SourceId, address: Operand, atKey: Operand): SourceReader {
  return {
    fact: (context) => {
      const at = address(context);
      if (typeof at === 'symbol') return at;
      const key = atKey(context);
      if (typeof key === 'symbol') return key;
      const fact = context.view.fact(at, source, key);
      return fact === 'unknown' ? UNKNOWN : fact;
    },
    lastFactEnd: (context) =>
      context.view.lastFactEnd(address(context) as string, source, atKey(context) as string),
  };
}

/** For a keyed source, the fact with the earliest witness. */
function anyFact(
  { view }: EvaluationContext,
  address: string,
  source: SourceId,
): FactInterval | undefined | typeof UNKNOWN {
  const fact = view.fact(address, source);
  if (fact === 'unknown') return UNKNOWN;
  if (fact !== undefined) return fact;
  const keys = view.factsByKey(address, source);
  return keys === 'unknown' ? UNKNOWN : earliest(keys);
}

function never(): undefined {
  return undefined;
}
