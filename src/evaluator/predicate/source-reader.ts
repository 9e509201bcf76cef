import type {
  DelegationOperand,
  ReadOperand,
  SourceId,
  SourceOperand,
  ViewOperand,
} from '../../definition/model/predicate.js';
import type { Address } from '../../domain/chain/hex.js';
import type { EvaluationContext } from '../model/evaluation-context.js';
import { type NotMet, UNKNOWN } from '../model/outcome.js';
import { type FactInterval, isUndecided } from '../model/state-view.js';
import { compileAddress, compileExpression } from './compile-expression.js';
import { earliest } from './earliest-witness.js';
import { compileDelegation, compileView } from './executed-view.js';
import type { AddressOperand, Operand } from './operand.js';
import type { PredicatePlace } from './operator.js';
import { compileRead } from './recorded-read.js';

/** Reads the fact source of a predicate. */
export interface SourceReader {
  /** Undefined where there is no fact; FAILS when the address or key has no value. */
  fact(context: EvaluationContext): FactInterval | undefined | NotMet;
  /** Last earlier block with a fact, if any. Called only where there is no fact now. */
  lastFactEnd(context: EvaluationContext): number | undefined;
}

export function compileSourceReader(
  operand: SourceOperand | ReadOperand | ViewOperand | DelegationOperand,
  { scope, isEach }: PredicatePlace,
): SourceReader {
  if (isEach) return { fact: ({ candidate }) => known(candidate), lastFactEnd: never };
  if ('read' in operand) return { fact: compileRead(operand, scope), lastFactEnd: never };
  if ('view' in operand) return { fact: compileView(operand, scope), lastFactEnd: never };
  if ('delegation' in operand) return { fact: compileDelegation(operand, scope), lastFactEnd: never };
  const { source, atKey } = operand;
  const address = compileAddress(operand.at, scope);
  if (atKey) return keyOf(source, address, compileExpression(atKey, scope));
  return {
    fact: (context) => {
      const at = address(context);
      return typeof at === 'symbol' ? at : anyFact(context, at, source);
    },
    lastFactEnd: (context) => {
      const at = address(context);
      return typeof at === 'symbol' ? undefined : context.view.lastFactEnd(at, source);
    },
  };
}

function keyOf(source: SourceId, address: AddressOperand, atKey: Operand): SourceReader {
  return {
    fact: (context) => {
      const at = address(context);
      if (typeof at === 'symbol') return at;
      const key = atKey(context);
      if (typeof key === 'symbol') return key;
      const fact = context.view.fact(at, source, key);
      return fact === 'unknown' ? UNKNOWN : fact;
    },
    lastFactEnd: (context) => {
      const at = address(context);
      const key = atKey(context);
      if (typeof at === 'symbol' || typeof key === 'symbol') return undefined;
      return context.view.lastFactEnd(at, source, key);
    },
  };
}

/** For a keyed source, the fact with the earliest witness. */
export function anyFact(
  { view }: EvaluationContext,
  address: Address,
  source: SourceId,
): FactInterval | undefined | typeof UNKNOWN {
  const fact = view.fact(address, source);
  if (fact === 'unknown') return UNKNOWN;
  if (fact !== undefined) return fact;
  const keys = view.factsByKey(address, source);
  return keys === 'unknown' ? UNKNOWN : known(earliest(keys));
}

/** A fact whose value is not known makes the outcome unknown. */
function known(interval: FactInterval | undefined): FactInterval | undefined | typeof UNKNOWN {
  return interval !== undefined && isUndecided(interval.value) ? UNKNOWN : interval;
}

function never(): undefined {
  return undefined;
}
