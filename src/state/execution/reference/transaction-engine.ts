import { type EVM, EVMError } from '@ethereumjs/evm';
import { createTxFromRLP, type TypedTransaction } from '@ethereumjs/tx';
import { paramsVM, type RunTxResult, runTx, type VM } from '@ethereumjs/vm';
import { createdAddress } from '../../../domain/chain/codec/created-address.js';
import { toHex } from '../../../domain/chain/codec/hex.js';
import type { Address } from '../../../domain/chain/hex.js';
import { recoverAuthorities } from '../../../domain/chain/protocol/transaction-signature.js';
import type { ChangedState } from '../run/changed-state.js';
import type { ForkRules } from '../run/fork-rules.js';
import type { Run } from '../run/run.js';
import type { ExecutedTransaction, NotExecuted } from '../run/transaction-outcome.js';
import { Undecided } from '../run/undecided.js';
import { beginRun, boundedEvm, headerOf } from './bounded-evm.js';
import { FrameRecorder } from './frame-recorder.js';
import { RunState } from './run-state.js';

/**
 * The reference for whole transactions of one fork: `runTx` of @ethereumjs/vm above the state and the bounds
 * of view calls.
 */
export class TransactionEngine {
  readonly #state = new RunState();
  readonly #evm: EVM;
  readonly #recorder: FrameRecorder;
  readonly #vm: VM;
  /**
   * Parsed transactions, by their bytes. Each remembers its sender, whose recovery costs more than most runs,
   * and gathering a witness takes many runs.
   */
  readonly #transactions = new WeakMap<Buffer, TypedTransaction>();

  constructor(rules: ForkRules) {
    const common = rules.common.copy();
    common.updateParams(paramsVM);
    this.#evm = boundedEvm({ ...rules, common }, this.#state, [false]);
    this.#recorder = new FrameRecorder(this.#evm);
    // All that `runTx` asks a VM for; a whole one brings a trie and a chain of its own.
    const vm = { common, evm: this.#evm, stateManager: this.#state, _opts: {}, _emit: async () => {} };
    this.#vm = vm as unknown as VM;
  }

  /** @param raw EIP-2718 bytes */
  async execute(raw: Buffer, run: Run): Promise<ExecutedTransaction | NotExecuted> {
    beginRun(this.#evm, this.#state, run);
    try {
      const { common } = this.#vm;
      const tx = this.#transactionOf(raw);
      const from = tx.getSenderAddress().toString() as Address;
      const to = (tx.to?.toString() ??
        toHex(createdAddress(Buffer.from(tx.getSenderAddress().bytes), Number(tx.nonce)))) as Address;
      // The EVM loads these without saying so.
      for (const address of [from, to]) run.lookWhole(address);
      for (const authority of recoverAuthorities(raw)) if (authority) run.lookWhole(toHex(authority));
      this.#recorder.begin(tx.to === undefined ? 'CREATE' : 'CALL', from, to);
      const block = { common, header: headerOf(run.block) } as never;
      const result = await runTx(this.#vm, { tx, block, blockGasUsed: 0n, skipHardForkValidation: true });
      return this.#outcome(result);
    } catch (error) {
      if (error instanceof Undecided) return error.reason;
      // The reference has no class for what makes a transaction invalid.
      if (error instanceof Error) return { kind: 'invalid', why: error.message };
      throw error;
    }
  }

  #transactionOf(raw: Buffer): TypedTransaction {
    let tx = this.#transactions.get(raw);
    if (tx === undefined) {
      tx = createTxFromRLP(raw, { common: this.#vm.common });
      this.#transactions.set(raw, tx);
    }
    return tx;
  }

  /** Adds what the last transaction changed to a state. */
  keepIn(state: ChangedState): void {
    this.#state.keepIn(state);
  }

  #outcome({ execResult, totalGasSpent }: RunTxResult): ExecutedTransaction {
    const { exceptionError, logs = [] } = execResult;
    // Frontier keeps a contract without the code that it cannot pay for.
    const succeeded =
      exceptionError === undefined || exceptionError.error === EVMError.errorMessages.CODESTORE_OUT_OF_GAS;
    return {
      status: succeeded ? 1 : 0,
      gasUsed: Number(totalGasSpent),
      logs: logs.map(([address, topics, data]) => ({ address, topics, data })),
      frames: this.#recorder.end(succeeded, logs),
    };
  }
}
