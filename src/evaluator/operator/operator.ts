import type { Check } from '../../definition/catalog/definition.js';
import type { Moment } from '../evaluate/moment.js';
import { compileExpression, type Scope } from '../expression/compile-expression.js';
import type { Operand } from '../expression/operand.js';
import type { Register } from '../register/register.js';
import type { Outcome, Stated } from './outcome.js';

/** Judges one check at a moment. */
export type Judge = (moment: Moment) => Outcome;

/** A check, compiled; with what it states the same way in every proof. */
export interface CompiledCheck {
  readonly judge: Judge;
  readonly expected?: Stated;
  readonly observed?: Stated;
}

/** What an operator finds around its check. */
export interface Parts {
  readonly scope: Scope;
  /** The register the check reads; made when asked for. */
  register(): Register;
}

export type Operator = (check: Check, parts: Parts) => CompiledCheck;

/** The one expression a check compares. */
export function onlyOperand({ of }: Check, { scope }: Parts): Operand {
  return compileExpression(of![0]!, scope);
}
