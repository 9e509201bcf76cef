import type { Check, SourceId } from '../../definition/catalog/definition.js';
import type { Moment } from '../evaluate/moment.js';
import { compileExpression, type Scope } from '../expression/compile-expression.js';
import type { Operand } from '../expression/operand.js';
import { type NotMet, UNKNOWN } from '../operator/outcome.js';
import type { Holding } from '../state/state-view.js';
import { earliest } from './earliest-witness.js';
import { compileRead } from './recorded-read.js';

/** The register a check reads. */
export interface Register {
  /** Undefined when nothing is held; FAILS when an expression does not say whose register it is, or which key. */
  held(moment: Moment): Holding | undefined | NotMet;
  /** Last block at which it was held before this one, if it ever was. Asked only where nothing is held. */
  lastHeld(moment: Moment): number | undefined;
}

/** @param isEach whether the check is the one its family is judged once per key of */
export function compileRegister(check: Check, scope: Scope, isEach: boolean): Register {
  if (isEach) return { held: ({ candidate }) => candidate, lastHeld: never };
  if (check.read) return { held: compileRead(check, check.read, scope), lastHeld: never };
  const source = check.source!;
  const address = compileAddress(check, scope);
  if (check.atKey) return keyOf(source, address, compileExpression(check.atKey, scope));
  return {
    held: (moment) => {
      const at = address(moment);
      return typeof at === 'symbol' ? at : anyHeld(moment, at, source);
    },
    lastHeld: (moment) => moment.view.lastHeld(address(moment) as string, source),
  };
}

/** Whose register a check reads. */
export function compileAddress({ at = { of: 'subject' } }: Check, scope: Scope): Operand {
  return compileExpression(at, scope);
}

function keyOf(source: SourceId, address: Operand, atKey: Operand): Register {
  return {
    held: (moment) => {
      const at = address(moment);
      if (typeof at === 'symbol') return at;
      const key = atKey(moment);
      if (typeof key === 'symbol') return key;
      const held = moment.view.held(at, source, key);
      return held === 'unknown' ? UNKNOWN : held;
    },
    lastHeld: (moment) => moment.view.lastHeld(address(moment) as string, source, atKey(moment) as string),
  };
}

/** Of a register with keys, the one with the earliest witness. */
function anyHeld({ view }: Moment, address: string, source: SourceId): Holding | undefined | typeof UNKNOWN {
  const held = view.held(address, source);
  if (held === 'unknown') return UNKNOWN;
  if (held !== undefined) return held;
  const keys = view.heldKeys(address, source);
  return keys === 'unknown' ? UNKNOWN : earliest(keys);
}

function never(): undefined {
  return undefined;
}
