import type { Pool } from 'pg';
import { type CanonicalBlock, CanonicalChain } from '../event-store/canonical-chain.js';
import { EventStore, type StageRecorder, type StoredBlock } from '../event-store/event-store.js';
import { type CatchUpProgress, ProjectionRunner } from '../event-store/projection-runner.js';
import type { Projector } from '../event-store/projector.js';
import { WriterLease } from '../event-store/writer-lease.js';
import type { VerifiedBlock } from '../kernel/chain/block.js';

/** A writer that has just been stopped or killed is gone within this time. */
const LEASE_WAIT_MS = 15_000;

/** A branch that would replace a block recorded as final: the service stops rather than guesses. */
export class FinalityViolated extends Error {
  override readonly name = 'FinalityViolated';
}

export interface WriterOptions {
  readonly projectors: readonly Projector[];
  readonly record?: StageRecorder;
  readonly onCatchUp?: (progress: CatchUpProgress) => void;
}

/** The one writer of the chain: holds the lease, knows the head, appends blocks and replaces branches. */
export class ChainWriter {
  readonly chain: CanonicalChain;

  private constructor(
    private readonly lease: WriterLease,
    private readonly store: EventStore,
    pool: Pool,
  ) {
    this.chain = new CanonicalChain(pool);
  }

  /** Takes the lease and brings every projector to the end of the log. Throws `LeaseRefused`. */
  static async open(pool: Pool, { projectors, record, onCatchUp }: WriterOptions): Promise<ChainWriter> {
    const lease = await WriterLease.take(pool, LEASE_WAIT_MS);
    try {
      const runner = new ProjectionRunner(pool, lease);
      for (const projector of projectors) await runner.catchUp(projector, onCatchUp);
      return new ChainWriter(lease, await EventStore.open(pool, lease, projectors, record), pool);
    } catch (error) {
      await lease.release();
      throw error;
    }
  }

  /**
   * Appends blocks that follow one another, and records the newest of them at or below `settledUpTo` as final.
   * Throws `UnlinkedBlock` when the first does not follow the stored block before it, or the last is not the parent of the stored
   * block after it.
   */
  async append(blocks: readonly VerifiedBlock[], settledUpTo: number): Promise<void> {
    const first = blocks[0];
    const last = blocks[blocks.length - 1];
    if (!first || !last) return;
    const before = await this.chain.at(first.header.number - 1);
    if (before && !before.hash.equals(first.header.parentHash)) throw new UnlinkedBlock(first);
    const after = await this.chain.at(last.header.number + 1);
    if (after && !after.parentHash.equals(last.hash)) throw new UnlinkedBlock(last);
    await this.#append([], blocks, newestSettled(blocks, settledUpTo));
  }

  /**
   * Replaces everything stored from the branch's first block on by the branch. Throws `FinalityViolated` when a block recorded as
   * final would go.
   */
  async replace(branch: readonly VerifiedBlock[]): Promise<{ orphaned: readonly CanonicalBlock[] }> {
    const from = branch[0]!.header.number;
    const finalized = await this.chain.finalized();
    if (finalized && from <= finalized.number) {
      throw new FinalityViolated(
        `a branch from block ${from} contradicts block ${finalized.number}, which was final`,
      );
    }
    const orphaned = await this.chain.from(from);
    await this.#append(orphaned, branch, undefined);
    return { orphaned };
  }

  /** Records a stored block as final. Going back is not possible: an older or equal one is ignored. */
  async finalize(number: number): Promise<void> {
    const finalized = await this.chain.finalized();
    const block = await this.chain.at(number);
    if (!block || (finalized && finalized.number >= number)) return;
    await this.#append([], [], block);
  }

  async close(): Promise<void> {
    await this.lease.release();
  }

  async #append(
    orphaned: readonly StoredBlock[],
    appended: readonly VerifiedBlock[],
    finalized: StoredBlock | undefined,
  ): Promise<void> {
    await this.store.append({ orphaned, appended, ...(finalized ? { finalized } : {}) });
  }
}

/** A block that does not link to what is stored next to it. */
export class UnlinkedBlock extends Error {
  override readonly name = 'UnlinkedBlock';
  constructor(readonly block: VerifiedBlock) {
    super(`block ${block.header.number} does not link to the stored block next to it`);
  }
}

/** The last block is left out: it is final only once a block that names it as its parent is stored. */
function newestSettled(blocks: readonly VerifiedBlock[], settledUpTo: number): StoredBlock | undefined {
  const settled = blocks.slice(0, -1).findLast(({ header }) => header.number <= settledUpTo);
  return settled && { number: settled.header.number, hash: settled.hash };
}
