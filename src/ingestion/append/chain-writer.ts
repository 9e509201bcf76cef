import type { Pool } from 'pg';
import { decodeBundle } from '../../domain/chain/codec/bundle.js';
import { toHex } from '../../domain/chain/codec/hex.js';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import { REORG_DEPTH } from '../../domain/chain/protocol/reorg-depth.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import { type CanonicalBlock, CanonicalChain } from '../../event-store/canonical-chain.js';
import { EventStore, type Flush, type StageRecorder } from '../../event-store/event-store.js';
import type { Followers } from '../../event-store/followers.js';
import { ProjectionRunner } from '../../event-store/projection-runner.js';
import type { Projector } from '../../event-store/projector.js';
import { type Fence, WriterLease } from '../../event-store/writer-lease.js';
import type { BlockPartitions } from '../../platform/postgres/partitions/block-partitions.js';
import type { ClaimProver } from '../prove/claim-prover.js';
import type { ContradictedPlace } from '../prove/contradictions.js';
import { BlockRefused } from '../verify/finding/block-refused.js';
import { contradictionsOf, type LastState } from './compare-states.js';
import { settleContradictions } from './settle-contradictions.js';

/** Within this time a writer that was stopped or killed has released the lease. */
const LEASE_WAIT_MS = 15_000;

/** A branch would replace a block recorded as final. The service stops, because it must not guess. */
export class FinalityViolated extends Error {
  override readonly name = 'FinalityViolated';
  /** @param from number of the branch's lowest known block */
  constructor(
    readonly from: number,
    message: string,
  ) {
    super(message);
  }
}

/** A block does not link to the stored block before or after it. */
export class UnlinkedBlock extends Error {
  override readonly name = 'UnlinkedBlock';
  constructor(readonly block: VerifiedBlock) {
    super(`block ${block.header.number} does not link to the block next to it`);
  }
}

export interface WriterOptions {
  readonly projectors: readonly Projector[];
  readonly record?: StageRecorder;
  /** Compares the state that blocks found with what stored blocks left; without it nothing is compared. */
  readonly comparison?: StateComparison;
  /** Compares the state that claims rest on with proofs; without it nothing is compared. */
  readonly prover?: ClaimProver;
  /** Moves projectors without readers in another thread, during long fills whose state no node proves. */
  readonly followers?: Followers;
  /** Ends the wait for another writer. */
  readonly signal?: AbortSignal;
}

/** The state comparison where ranges of blocks meet. */
export interface StateComparison {
  readonly last: LastState;
  readonly schedule: ForkSchedule;
}

/** Stored blocks above a gap that are compared once it closes; `check` compares all of them. */
const COMPARED_BLOCKS = 256;

/** The one writer of the chain: holds the lease, appends blocks, replaces branches and records finality. */
export class ChainWriter {
  readonly chain: CanonicalChain;

  private constructor(
    private readonly lease: WriterLease,
    private readonly store: EventStore,
    private readonly pool: Pool,
    private readonly options: Pick<WriterOptions, 'comparison' | 'prover'>,
  ) {
    this.chain = new CanonicalChain(pool);
  }

  /** Takes the lease and brings every projector to the end of the log. @throws LeaseRefused */
  static async open(
    pool: Pool,
    { projectors, record, signal, followers, ...options }: WriterOptions,
  ): Promise<ChainWriter> {
    const lease = await WriterLease.take(pool, LEASE_WAIT_MS, signal);
    try {
      const runner = new ProjectionRunner(pool, lease);
      for (const projector of projectors) await runner.catchUp(projector);
      const store = await EventStore.open(pool, lease, projectors, record, followers);
      return new ChainWriter(lease, store, pool, options);
    } catch (error) {
      lease.release();
      throw error;
    }
  }

  /** For transactions of others that store for this writer. */
  get fence(): Fence {
    return this.lease;
  }

  /** Creates partitions for blocks that are to be stored. */
  get partitions(): BlockPartitions {
    return this.store.partitions;
  }

  /** A stored block, decoded from its bundle; undefined where none is stored. */
  async stored(number: number): Promise<VerifiedBlock | undefined> {
    const event = await this.chain.bundleOf(number);
    return event && decodeBundle(event);
  }

  /**
   * Appends consecutive blocks.
   *
   * @param isFill more blocks follow at once
   * @param isLong many more blocks follow: claims may follow later, until `settle`
   * @throws UnlinkedBlock when the first does not follow the stored block before it, or the last is not the
   * parent of the stored block after it
   * @throws BlockRefused when blocks found another state than stored blocks left, unless proofs show that the
   * stored ones are wrong, and when claims would rest on state that a proof contradicts
   */
  async append(blocks: readonly VerifiedBlock[], isFill = false, isLong = false): Promise<void> {
    const first = blocks[0];
    const last = blocks[blocks.length - 1];
    if (!first || !last) return;
    const before = await this.chain.at(first.header.number - 1);
    if (before && !before.hash.equals(first.header.parentHash)) throw new UnlinkedBlock(first);
    const after = await this.chain.at(last.header.number + 1);
    if (after && !after.parentHash.equals(last.hash)) throw new UnlinkedBlock(last);
    const contradicted = await this.#compareStates(blocks, after !== undefined);
    const mayFollow = isLong && contradicted.length === 0 && !(await this.options.prover?.provesAt(last));
    await this.#write({ orphaned: [], appended: blocks, isFill, mayFollow }, contradicted);
  }

  /**
   * Replaces all stored blocks from the branch's first block on with the branch.
   *
   * @throws FinalityViolated when that would replace a block recorded as final
   * @throws BlockRefused as `append`
   */
  async replace(branch: readonly VerifiedBlock[]): Promise<{ orphaned: readonly CanonicalBlock[] }> {
    const from = branch[0]!.header.number;
    const finalized = await this.chain.finalized();
    if (finalized && from <= finalized.number) {
      throw new FinalityViolated(
        from,
        `a branch from block ${from} contradicts block ${finalized.number}, which was final`,
      );
    }
    const orphaned = await this.chain.from(from);
    const contradicted = await this.#compareStates(branch, false);
    await this.#write({ orphaned, appended: branch }, contradicted);
    return { orphaned };
  }

  /**
   * Records the newest stored block that can no longer be replaced: the node's final block, or the depth
   * bound where no node has ever named one. A node that started recently names none, nor does any while the
   * chain does not finalize.
   *
   * INVARIANT: finality only rises, refers to stored blocks alone, and stays at least 64 blocks below the
   * stored head. So a single false statement of a node cannot make a block final.
   *
   * @param isHeld whether most nodes have a block; no other block becomes final
   * @returns `false` when the node's final block is on another branch, which is not recorded
   */
  async finalize(
    stated: { readonly number: number; readonly hash: string } | undefined,
    isHeld: (number: number, hash: string) => Promise<boolean> = async () => true,
  ): Promise<boolean> {
    const head = await this.chain.head();
    if (!head) return true;
    const target = await this.chain.at(Math.min(stated?.number ?? head.number, head.number - REORG_DEPTH));
    const named = stated && (await this.chain.at(stated.number));
    if (named && toHex(named.hash) !== stated.hash) return false;
    const finalized = await this.chain.finalized();
    if (!stated && finalized?.isStated) return true;
    if (target && target.number > (finalized?.number ?? -1)) {
      if (!(await isHeld(target.number, toHex(target.hash)))) return true;
      await this.store.append({ orphaned: [], appended: [], finalized: target });
    }
    if (stated && !finalized?.isStated) await this.store.noteStatedFinality();
    return true;
  }

  /** Records state-read results for canonical blocks. */
  async record(recorded: NonNullable<Flush['recorded']>): Promise<void> {
    await this.#write({ orphaned: [], appended: [], recorded });
  }

  /** Records the validator queues of epochs that have not been sampled yet. */
  async sample(sampled: NonNullable<Flush['sampled']>): Promise<void> {
    await this.store.append({ orphaned: [], appended: [], sampled });
  }

  /** Records prices from a source outside the chain. */
  async importPrices(imported: NonNullable<Flush['imported']>): Promise<void> {
    await this.store.append({ orphaned: [], appended: [], imported });
  }

  /** Resolves when claims have caught up with the blocks. */
  settle(): Promise<void> {
    return this.store.settle();
  }

  close(): void {
    this.lease.release();
  }

  /**
   * Appends a flush whose claims rest on nothing that a proof contradicts. Proofs that stored blocks are
   * wrong are recorded in the same transaction, so that nobody sees a claim that still rests on them.
   *
   * @param contradicted places for which stored blocks are proven to give a wrong value
   */
  async #write(flush: Flush, contradicted: readonly ContradictedPlace[] = []): Promise<void> {
    const { prover } = this.options;
    if (!prover || flush.mayFollow) return this.store.append(flush);
    // Otherwise runs of earlier blocks would count as this flush's.
    await this.store.settle();
    const newest = await prover.newestRun(this.pool);
    const open = [...contradicted];
    await this.store.append(flush, async (tx) => {
      const recorded = await prover.contradictions.record(tx, open.splice(0));
      if (recorded.length > 0) return recorded;
      return prover.requireProven(tx, flush.appended, newest, flush.isFill === true);
    });
  }

  /**
   * Compares blocks that close a gap with the blocks above it, even when different nodes gave them.
   *
   * @returns places for which stored blocks are proven to give a wrong value
   */
  async #compareStates(blocks: readonly VerifiedBlock[], closesGap: boolean): Promise<ContradictedPlace[]> {
    const { comparison, prover } = this.options;
    if (!comparison) return [];
    const end = blocks[blocks.length - 1]!.header.number;
    const above = closesGap
      ? (await this.chain.bundlesOf(end + 1, end + COMPARED_BLOCKS)).map(decodeBundle)
      : [];
    const found = await contradictionsOf([...blocks, ...above], comparison.last, comparison.schedule);
    if (found.length === 0) return [];
    const contradictions = found.map((one) => {
      const { number } = one.header;
      if (number <= end) return one;
      // Without a proof it is unknown which of the two is false; the stored block is kept.
      const { reason, details } = one.refusal;
      return { ...one, refusal: new BlockRefused(reason, end, { ...details, contradicts: number }) };
    });
    return settleContradictions(contradictions, blocks, async (places) =>
      prover ? prover.comparison.proven(this.pool, places, blocks) : [],
    );
  }
}
