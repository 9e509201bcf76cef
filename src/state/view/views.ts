import type { PoolClient } from 'pg';
import type { Address } from '../../domain/chain/hex.js';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import { CanonicalChain } from '../../event-store/canonical-chain.js';
import { type RunBlock, readRunBlock } from '../call/run-block.js';
import type { ViewThreads } from '../call/view-threads.js';
import { ViewExecutor } from '../execution/view-executor.js';
import type { StateAnswer } from '../history/known-state.js';
import { StateCache } from '../history/state-cache.js';
import { StateHistory } from '../history/state-history.js';
import { BranchMemory } from './branch-memory.js';
import type { ViewAnswer, ViewCall } from './view-answer.js';
import { ViewBatch } from './view-batch.js';

/** Executes view calls at the end of stored blocks. What one request loaded and ran serves the next. */
export class Views {
  readonly #executor: ViewExecutor;
  #memory: BranchMemory | undefined;

  constructor(
    private readonly schedule: ForkSchedule,
    private readonly threads: ViewThreads,
  ) {
    this.#executor = new ViewExecutor(schedule);
  }

  /**
   * Answers in the order asked.
   * @param tx a snapshot, so that all state is of one branch
   * @throws NotCovered if it takes too long
   */
  async answers(tx: PoolClient, calls: readonly ViewCall[], block: number): Promise<ViewAnswer[]> {
    if (calls.length === 0) return [];
    const chain = new CanonicalChain(tx);
    const memory = await this.#memoryOf(chain);
    const at = memory && (await this.#blockOf(chain, memory, block));
    if (!memory || !at)
      return calls.map(({ to }) => ({
        outcome: 'undecided',
        why: 'the block is not stored',
        missing: { kind: 'code', address: to },
      }));
    const cache = new StateCache(new StateHistory(tx, this.schedule, 'all'), memory.values);
    return new ViewBatch(this.#executor, this.threads, chain, memory, cache, at).answers(calls);
  }

  /** Wei of an account at the end of a stored block; what nodes said of it before counts. */
  async ether(tx: PoolClient, address: Address, block: number): Promise<StateAnswer<bigint>> {
    return (await new StateHistory(tx, this.schedule, 'all').accountAt(address, block)).balance;
  }

  /**
   * The memory of the snapshot's branch.
   *
   * INVARIANT: what is added to a memory belongs to a branch that contained its head at that time. A snapshot
   * that lacks that head, or has another block in its place, does not get the memory.
   */
  async #memoryOf(chain: CanonicalChain): Promise<BranchMemory | undefined> {
    const head = await chain.head();
    if (!head) return undefined;
    for (;;) {
      const memory = this.#memory;
      if (!memory || memory.head.hash.equals(head.hash)) {
        this.#memory ??= new BranchMemory(head);
        return this.#memory;
      }
      const known = memory.head;
      const stored = await chain.at(known.number);
      // Another request may have moved the memory on.
      if (memory !== this.#memory || memory.head !== known) continue;
      if (stored?.hash.equals(known.hash)) {
        memory.head = head;
        return memory;
      }
      const replaced = new BranchMemory(head);
      if (stored) this.#memory = replaced;
      return replaced;
    }
  }

  async #blockOf(chain: CanonicalChain, memory: BranchMemory, number: number): Promise<RunBlock | undefined> {
    const known = memory.blocks.find('', number);
    if (known) return known.value;
    const value = await readRunBlock(chain, number, this.schedule);
    if (!value) return undefined;
    memory.blocks.add('', { since: number, through: number, value });
    return value;
  }
}
