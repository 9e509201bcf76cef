import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { decodeBundle } from '../../domain/chain/codec/bundle.js';
import { fromHex, toHex } from '../../domain/chain/codec/hex.js';
import type { Address, Hash, Hex } from '../../domain/chain/hex.js';
import { undoneFrames } from '../../domain/chain/protocol/undone-frames.js';
import type { Frame, FrameType } from '../../domain/chain/record/block.js';
import { isCreation } from '../../domain/chain/record/is-creation.js';
import { type MissingRow, NotCovered } from '../../domain/refusal/not-covered.js';
import { CanonicalChain } from '../../event-store/canonical-chain.js';

/** One call of a transaction. */
export interface FrameRow {
  /** `0x` and two bytes per level. */
  readonly path: string;
  readonly type: FrameType;
  readonly from: Address;
  /** Null for a creation that failed before it had an address. */
  readonly to: Address | null;
  /** Wei. */
  readonly value: string;
  readonly gasUsed: number;
  /** Null where the call data is shorter. */
  readonly selector: Hex | null;
  /** The tracer's error text; null where the frame itself did not fail. */
  readonly error: string | null;
  /** Whether this frame or one around it failed, so that its effects were undone. */
  readonly reverted: boolean;
}

/** The calls of a transaction, in the order in which they began. */
export interface FrameRows {
  readonly blockNumber: number;
  /** Absent where the block is not traced. */
  readonly frames?: readonly FrameRow[];
  /** Number of all calls, including those beyond the limit. */
  readonly frameCount: number;
}

/** Where the transaction is; for an unknown one the first gap that may contain it. */
const PLACE = `
SELECT head.number AS "headNumber", tx.block_number AS "blockNumber", tx.tx_index AS "txIndex",
       gap.from_block AS "fromBlock", gap.to_block AS "toBlock"
FROM (SELECT max(number) AS number FROM block) head
LEFT JOIN transaction tx ON hashbyteaextended(tx.hash, 0) = hashbyteaextended($1, 0) AND tx.hash = $1
LEFT JOIN LATERAL first_gap(CASE WHEN tx.hash IS NULL THEN ARRAY['blocks'] END, $2, head.number) gap ON true
WHERE head.number IS NOT NULL`;

interface PlaceRow extends MissingRow {
  readonly blockNumber: number | null;
  readonly txIndex: number | null;
}

interface FramesOfTransaction {
  readonly headNumber: number;
  readonly blockNumber: number;
  /** Undefined where the block is not traced. */
  readonly frames: readonly Frame[] | undefined;
}

const SELECTOR_BYTES = 4;

/** Reads calls from the event of the block, because only calls that move value have rows. */
@Injectable()
export class TransactionFramesReader {
  constructor(private readonly pool: Pool) {}

  /**
   * @param hash `0x` and 64 lower-case hex characters.
   * @param firstBlock lowest block that exists on the chain; nothing below it is missing.
   * @param database a transaction, for consistent reads
   * @throws {NotCovered} where the transaction is missing
   */
  async ofTransaction(
    hash: Hash,
    firstBlock: number,
    limit: number,
    database: Pool | PoolClient = this.pool,
  ): Promise<FrameRows> {
    const { blockNumber, frames } = await this.#framesOf(hash, firstBlock, database);
    if (!frames) return { blockNumber, frameCount: 0 };
    return { blockNumber, frameCount: frames.length, frames: frameRows(frames).slice(0, limit) };
  }

  /**
   * Whether a transaction made the call at a place of its call tree.
   * @param path two bytes for each level, as hex
   * @param database a transaction, for consistent reads
   * @throws {NotCovered} where the transaction or its traces are missing
   */
  async hasCall(hash: Hash, path: string, firstBlock: number, database: PoolClient): Promise<boolean> {
    const { headNumber, blockNumber, frames } = await this.#framesOf(hash, firstBlock, database);
    if (!frames) throw NotCovered.block({ headNumber, fromBlock: null, toBlock: null }, blockNumber);
    return frames.some((frame) => frame.path.toString('hex') === path);
  }

  async #framesOf(hash: Hash, firstBlock: number, database: Pool | PoolClient): Promise<FramesOfTransaction> {
    const { rows } = await database.query<PlaceRow>({
      name: 'place of transaction',
      text: PLACE,
      values: [fromHex(hash), firstBlock],
    });
    const [place] = rows;
    if (!place) throw NotCovered.unavailable();
    const { headNumber, blockNumber, txIndex } = place;
    if (blockNumber === null || txIndex === null) throw NotCovered.record(place);
    const bundle = await new CanonicalChain(database).bundleOf(blockNumber);
    // A reorganisation has replaced the block since the query.
    if (!bundle) throw NotCovered.unavailable();
    const block = decodeBundle(bundle);
    if (toHex(block.transactions[txIndex]!.hash) !== hash) throw NotCovered.unavailable();
    return { headNumber, blockNumber, frames: block.frames?.[txIndex] };
  }
}

function frameRows(frames: readonly Frame[]): FrameRow[] {
  const undone = undoneFrames(frames);
  return frames
    .map((frame, at) => ({ frame, isUndone: undone[at]! }))
    .sort((one, other) => Buffer.compare(one.frame.path, other.frame.path))
    .map(({ frame, isUndone }) => frameRow(frame, isUndone));
}

function frameRow(frame: Frame, reverted: boolean): FrameRow {
  const { path, type, from, to, value, gasUsed, input, error } = frame;
  const hasSelector = !isCreation(type) && input.length >= SELECTOR_BYTES;
  return {
    path: toHex(path),
    type,
    from: toHex(from),
    to: to ? toHex(to) : null,
    value: value.toString(),
    gasUsed,
    selector: hasSelector ? toHex(input.subarray(0, SELECTOR_BYTES)) : null,
    error: error ?? null,
    reverted,
  };
}
