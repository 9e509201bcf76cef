import type { ListedAccount } from '../../domain/chain/codec/access-list.js';
import type { Address } from '../../domain/chain/hex.js';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import type { Header } from '../../domain/chain/record/block.js';
import { bytesToBigInt } from '../../domain/chain/word.js';
import { TransactionEngine } from '../execution/reference/transaction-engine.js';
import { type BlockContext, contextOf } from '../execution/run/block-context.js';
import { ChangedState } from '../execution/run/changed-state.js';
import type { ForkRules } from '../execution/run/fork-rules.js';
import type { RunLimits } from '../execution/run/limits.js';
import { Run } from '../execution/run/run.js';
import type { StateSource } from '../execution/run/state-source.js';
import type { ExecutedTransaction, NotExecuted } from '../execution/run/transaction-outcome.js';
import type { RunFootprint } from '../execution/run/view-result.js';
import { blockRules } from './block-rules.js';
import { ListedStates } from './listed-states.js';

const BEACON_ROOTS: Address = '0x000f3df6d732807ef1319fb7b8bb8522d0beac02';
const BLOCK_HASHES: Address = '0x0000f90827f1c53a10cb7a02335b175320002935';
/** How many blocks each of the two contracts remembers. */
const REMEMBERED = 8_191;

/** A transaction at its place in the block. */
export interface PlacedTransaction {
  readonly index: number;
  /** EIP-2718 bytes. */
  readonly raw: Buffer;
}

/** Transactions of one block, to be executed from the state before it. */
export interface BlockTransactions {
  readonly header: Header;
  /** Headers of the blocks before, newest first. BLOCKHASH reads hashes from them. Further ones may be added between runs. */
  readonly ancestors: readonly Header[];
  /**
   * Ascending. Without an access list, all from the first on; with one, any, because it shows what the
   * earlier ones left.
   */
  readonly transactions: readonly PlacedTransaction[];
  readonly accessList?: readonly ListedAccount[];
}

export interface ExecutedBlock {
  /** By the index of the transaction. */
  readonly executed: ReadonlyMap<number, ExecutedTransaction>;
  /** What the runs read of the state before the block. */
  readonly footprints: readonly RunFootprint[];
  /** How many headers of earlier blocks were needed: at least that of the block before, for its state. */
  readonly ancestors: number;
  /** What is left of the limits. */
  readonly left: RunLimits;
  /** Why a transaction was not executed. None after it was either. */
  readonly failed?: { readonly index: number; readonly reason: NotExecuted };
}

/** The state before one of the transactions. */
interface StateWithin extends StateSource {
  /** The part of a run's footprint that comes from the state before the block. */
  readBelow(footprint: RunFootprint): RunFootprint;
}

/** Executes transactions of one block by the reference, from the state at the end of the block before. */
export class TransactionExecution {
  /** Name of the fork whose rules hold. */
  readonly fork: string;
  readonly #block: BlockTransactions;
  readonly #rules: ForkRules | undefined;
  readonly #engine: TransactionEngine | undefined;
  readonly #context: BlockContext;
  readonly #startsDao: boolean;
  #ancestors = 1;

  constructor(block: BlockTransactions, schedule: ForkSchedule) {
    const { header, ancestors } = block;
    const { fork, rules } = blockRules(schedule, header);
    this.#block = block;
    this.fork = fork.name;
    const { activation } = fork;
    // The first block of the DAO fork moves ether before its transactions.
    this.#startsDao =
      fork.name === 'dao_fork' &&
      activation !== 'undated' &&
      'block' in activation &&
      activation.block === header.number;
    this.#rules = rules;
    this.#engine = this.#rules && new TransactionEngine(this.#rules);
    this.#context = contextOf(header, schedule, (number) => {
      const distance = header.number - number;
      this.#ancestors = Math.max(this.#ancestors, distance - 1);
      return [header, ...ancestors][distance - 1]?.parentHash;
    });
  }

  /**
   * @param source the state at the end of the block before
   * @param limits of all transactions together
   */
  async run(source: StateSource, limits: RunLimits): Promise<ExecutedBlock> {
    this.#ancestors = 1;
    const { transactions, accessList } = this.#block;
    const executed = new Map<number, ExecutedTransaction>();
    const footprints: RunFootprint[] = [];
    const left = { ...limits };
    const listed = accessList && new ListedStates(accessList);
    const state = this.#atStart(source);
    for (const { index, raw } of transactions) {
      const before = listed?.before(index, source) ?? state;
      const outcome = await this.#execute(raw, before, left, footprints);
      if (before === state && !('kind' in outcome)) this.#engine!.keepIn(state);
      if ('kind' in outcome)
        return { executed, footprints, left, ancestors: this.#ancestors, failed: { index, reason: outcome } };
      executed.set(index, outcome);
    }
    return { executed, footprints, left, ancestors: this.#ancestors };
  }

  async #execute(
    raw: Buffer,
    state: StateWithin,
    left: { -readonly [Name in keyof RunLimits]: RunLimits[Name] },
    footprints: RunFootprint[],
  ): Promise<ExecutedTransaction | NotExecuted> {
    if (this.#engine === undefined || this.#startsDao) return { kind: 'fork', name: this.fork };
    const run = new Run(this.#context, state, this.#rules!, { ...left });
    const outcome = await this.#engine.execute(raw, run);
    left.frames = run.framesLeft;
    left.steps = run.stepsLeft;
    footprints.push(state.readBelow(run.footprint()));
    return outcome;
  }

  /** What the protocol writes before the first transaction (EIP-4788, EIP-2935). */
  #atStart(source: StateSource): ChangedState {
    const { number, timestamp, parentHash, parentBeaconBlockRoot } = this.#block.header;
    const state = new ChangedState(source);
    if (parentBeaconBlockRoot !== undefined) {
      const at = timestamp % REMEMBERED;
      state.setSlot(BEACON_ROOTS, BigInt(at), BigInt(timestamp));
      state.setSlot(BEACON_ROOTS, BigInt(at + REMEMBERED), bytesToBigInt(parentBeaconBlockRoot));
    }
    if (this.#rules?.common.isActivatedEIP(2935))
      state.setSlot(BLOCK_HASHES, BigInt((number - 1) % REMEMBERED), bytesToBigInt(parentHash));
    return state;
  }
}
