import type { Check } from '../../definition/catalog/definition.js';
import { compileExpression, type Scope } from '../expression/compile-expression.js';
import type { Register } from '../register/register.js';
import type { Judge, Operator } from './operator.js';
import { FAILS, type Outcome, UNKNOWN } from './outcome.js';

const ABSENT = 'absent';

/** Nothing of a register, or of a claim, is held; the check starts with the block after the last at which it was. */
export const absent: Operator = (check, { scope, register }) => ({
  expected: ABSENT,
  observed: ABSENT,
  judge: check.dep === undefined ? noHolding(register()) : noClaim(check.dep, check, scope),
});

function noHolding(register: Register): Judge {
  return (moment) => {
    const held = register.held(moment);
    if (typeof held === 'symbol') return held;
    return held === undefined ? absentSince(register.lastHeld(moment)) : FAILS;
  };
}

function noClaim(id: string, { of }: Check, scope: Scope): Judge {
  const address = compileExpression(of?.[0] ?? { of: 'subject' }, scope);
  return (moment) => {
    const at = address(moment);
    if (typeof at === 'symbol') return at;
    const claim = moment.view.claim(id, at);
    if (claim === 'unknown') return UNKNOWN;
    return claim === undefined ? absentSince(moment.view.lastClaim(id, at)) : FAILS;
  };
}

function absentSince(lastHeld: number | undefined): Outcome {
  return {
    expected: ABSENT,
    observed: ABSENT,
    start: lastHeld === undefined ? undefined : lastHeld + 1,
  };
}
