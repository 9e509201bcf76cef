import { EVM, EVMError, type ExecResult, NobleBN254 } from '@ethereumjs/evm';
import {
  bigIntToBytes,
  createAddressFromString,
  createBlockLevelAccessList,
  createZeroAddress,
  setLengthLeft,
} from '@ethereumjs/util';
import type { Address } from '../../../domain/chain/hex.js';
import type { BlockContext } from '../run/block-context.js';
import { warmAddresses } from '../run/call-convention.js';
import type { ForkRules } from '../run/fork-rules.js';
import { isOutOfGas } from '../run/halt.js';
import { LIMITS } from '../run/limits.js';
import { runPrecompile } from '../run/precompile.js';
import type { Run } from '../run/run.js';
import { Undecided } from '../run/undecided.js';
import { decidedView, undecidedView } from '../run/view-outcome.js';
import type { ViewResult } from '../run/view-result.js';
import { type CappedFrames, hookOpcodes } from './opcode-hooks.js';
import { RunState } from './run-state.js';

/**
 * The reference: @ethereumjs/evm with the rules of one fork, above a state of our own. It decides what a view call answers.
 * One run at a time; the calls of `run` wait for each other.
 */
export class ReferenceEngine {
  readonly #evm: EVM;
  readonly #state = new RunState();
  readonly #capped: CappedFrames = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly rules: ForkRules) {
    const blockchain = {
      getBlock: async (number: number) => ({ hash: () => this.#state.run.blockHash(BigInt(number)) }),
      putBlock: async () => {},
      shallowCopy() {
        return this;
      },
    };
    // `createEVM` does no more than this, but answers later.
    this.#evm = new EVM({
      common: rules.common,
      stateManager: this.#state,
      blockchain,
      bn254: new NobleBN254(),
    });
    hookOpcodes(this.#evm, () => this.#state.run, this.#capped);
    this.#boundPrecompiles();
    this.#boundFrames();
  }

  /** Executes a call; what it writes is forgotten. */
  run(to: Address, data: Uint8Array, run: Run): Promise<ViewResult> {
    const result = this.#last.then(() => this.#execute(to, data, run));
    this.#last = result.catch(() => {});
    return result;
  }

  async #execute(to: Address, data: Uint8Array, run: Run): Promise<ViewResult> {
    this.#begin(to, run);
    try {
      const { execResult } = await this.#evm.runCall({
        to: createAddressFromString(to),
        data,
        caller: createZeroAddress(),
        gasLimit: BigInt(LIMITS.gas),
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
    const { journal, transientStorage, common } = this.#evm;
    this.#state.begin(run);
    this.#capped.length = 0;
    this.#capped.push(true);
    journal.cleanJournal();
    transientStorage.clear();
    // A run that was undecided left its frames open.
    // biome-ignore lint/complexity/useLiteralKeys: it is private to the reference
    transientStorage['_indices'].length = 1;
    for (const address of warmAddresses(to, this.rules)) journal.addAlwaysWarmAddress(address);
    // It would grow with every run.
    if (common.isActivatedEIP(7928)) {
      Object.assign(this.#evm, { blockLevelAccessList: createBlockLevelAccessList() });
    }
  }

  /** Runs a precompile within a run; undefined where there is none. Throws Undecided. */
  precompile(run: Run, address: Address, data: Uint8Array, gasLimit: number) {
    const precompile = this.rules.precompiles.get(address);
    if (precompile === undefined) return undefined;
    const input = { data, gasLimit: BigInt(gasLimit), common: this.rules.common, _EVM: this.#evm };
    return runPrecompile(run, address, precompile, input);
  }

  #boundPrecompiles(): void {
    for (const [address, precompile] of this.rules.precompiles) {
      this.#evm.precompiles.set(address.slice(2), (input) =>
        runPrecompile(this.#state.run, address as Address, precompile, input),
      );
    }
  }

  /** A frame that ran out of what the budget left it says nothing about another budget. */
  #boundFrames(): void {
    const evm = this.#evm;
    const runCall = evm.runCall.bind(evm);
    evm.runCall = async (options) => {
      const result = await runCall(options);
      if (isOutOfGas(result.execResult) && this.#capped[options.message?.depth ?? 0]) {
        throw new Undecided({ kind: 'budget', what: 'gas' });
      }
      return result;
    };
  }
}

function resultOf(run: Run, { exceptionError, executionGasUsed, returnValue }: ExecResult): ViewResult {
  const hasReverted = exceptionError?.error === EVMError.errorMessages.REVERT;
  const outcome = exceptionError === undefined ? 'returned' : 'reverted';
  const output = outcome === 'returned' || hasReverted ? returnValue : new Uint8Array(0);
  return decidedView(run, outcome, output, Number(executionGasUsed));
}

function headerOf({ number, timestamp, beneficiary, prevRandao = 0n, gasLimit, ...block }: BlockContext) {
  return {
    number: BigInt(number),
    timestamp: BigInt(timestamp),
    coinbase: createAddressFromString(beneficiary),
    // Opcodes that ask for an absent field do not get here.
    difficulty: prevRandao,
    prevRandao: setLengthLeft(bigIntToBytes(prevRandao), 32),
    gasLimit: BigInt(gasLimit),
    baseFeePerGas: block.baseFeePerGas ?? 0n,
    slotNumber: BigInt(block.slotNumber ?? 0),
    getBlobGasPrice: () => block.blobBaseFee,
  };
}
