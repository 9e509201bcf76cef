import { type EVM, EVMError, type ExecResult } from '@ethereumjs/evm';
import { createAddressFromString } from '@ethereumjs/util';
import type { Address } from '../../../domain/chain/hex.js';
import { warmAddresses } from '../run/call-convention.js';
import type { ForkRules } from '../run/fork-rules.js';
import { isOutOfGas } from '../run/halt.js';
import { LIMITS } from '../run/limits.js';
import { runPrecompile } from '../run/precompile.js';
import type { Run } from '../run/run.js';
import { Undecided } from '../run/undecided.js';
import { decidedView, undecidedView } from '../run/view-outcome.js';
import type { ViewResult } from '../run/view-result.js';
import { beginRun, boundedEvm, headerOf } from './bounded-evm.js';
import type { CappedFrames } from './opcode-hooks.js';
import { RunState } from './run-state.js';

/**
 * The reference: @ethereumjs/evm with the rules of one fork, above a state of our own. It decides what a view call answers.
 * One run at a time; the calls of `run` wait for each other.
 */
export class ReferenceEngine {
  #made: EVM | undefined;
  readonly #state = new RunState();
  readonly #capped: CappedFrames = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly rules: ForkRules) {}

  /** Executes a call; what it writes is forgotten. */
  run(to: Address, data: Uint8Array, run: Run, gas: number = LIMITS.gas): Promise<ViewResult> {
    const result = this.#last.then(() => this.#execute(to, data, run, gas));
    this.#last = result.catch(() => {});
    return result;
  }

  async #execute(to: Address, data: Uint8Array, run: Run, gas: number): Promise<ViewResult> {
    this.#begin(to, run);
    try {
      const { execResult } = await this.#evm.runCall({
        to: createAddressFromString(to),
        data,
        caller: createAddressFromString(run.caller),
        gasLimit: BigInt(gas),
        block: { header: headerOf(run.block) },
        skipNonceIncrement: true,
      });
      return resultOf(run, execResult);
    } catch (error) {
      if (error instanceof Undecided) return undecidedView(run, error.reason);
      throw error;
    }
  }

  #begin(to: Address, run: Run): void {
    beginRun(this.#evm, this.#state, run);
    this.#capped.length = 0;
    this.#capped.push(true);
    for (const address of warmAddresses(run.caller, to, this.rules))
      this.#evm.journal.addAlwaysWarmAddress(address);
  }

  /** Runs a precompile within a run; undefined where there is none. Throws Undecided. */
  precompile(run: Run, address: Address, data: Uint8Array, gasLimit: number) {
    const precompile = this.rules.precompiles.get(address);
    if (precompile === undefined) return undefined;
    const input = { data, gasLimit: BigInt(gasLimit), common: this.rules.common, _EVM: this.#evm };
    return runPrecompile(run, address, precompile, input);
  }

  /** Made when a call first needs it, since that takes milliseconds and most calls are for the fast interpreter. */
  get #evm(): EVM {
    this.#made ??= this.#withBoundFrames();
    return this.#made;
  }

  /**
   * Where a frame runs out of the gas that the budget left it, the run is undecided: another budget may
   * decide otherwise.
   */
  #withBoundFrames(): EVM {
    const evm = boundedEvm(this.rules, this.#state, this.#capped);
    const runCall = evm.runCall.bind(evm);
    evm.runCall = async (options) => {
      const result = await runCall(options);
      if (isOutOfGas(result.execResult)) {
        if (this.#capped[options.message?.depth ?? 0]) throw new Undecided({ kind: 'budget', what: 'gas' });
        this.#state.run.noteStarved();
      }
      return result;
    };
    return evm;
  }
}

function resultOf(run: Run, { exceptionError, executionGasUsed, returnValue }: ExecResult): ViewResult {
  const hasReverted = exceptionError?.error === EVMError.errorMessages.REVERT;
  const outcome = exceptionError === undefined ? 'returned' : 'reverted';
  const output = outcome === 'returned' || hasReverted ? returnValue : new Uint8Array(0);
  return decidedView(run, outcome, output, Number(executionGasUsed));
}
