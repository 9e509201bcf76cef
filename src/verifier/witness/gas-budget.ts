import { Refuted } from '../evidence/finding.js';

/** Some five to fifteen seconds of execution. The calls of one claim take a hundredth of it. */
const GAS = 100_000_000;
/** The least gas of a call, as of a transaction, because calls that do nothing take time as well. */
const GAS_OF_A_CALL = 21_000;

/** Bounds the execution of all calls of one bundle, so that its maker cannot keep its reader busy. */
export class GasBudget {
  #left = GAS;

  /** @throws Refuted once the budget is spent */
  spend(gas: number): void {
    this.#left -= gas + GAS_OF_A_CALL;
    if (this.#left < 0) throw new Refuted('the bundle', `its calls take more than ${GAS} gas`);
  }
}
