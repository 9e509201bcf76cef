import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address, Hash, Hex } from '../../domain/chain/hex.js';
import { FRAME_TYPES, type FrameType } from '../../domain/chain/record/block.js';
import { type MissingRow, NotCovered } from '../../domain/refusal/not-covered.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';

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
  /** The tracer's words; null where the frame itself did not fail. */
  readonly error: string | null;
  /** Whether this frame or one above it failed, so that it left nothing. */
  readonly reverted: boolean;
}

/** The calls of a transaction, in the order in which they began. */
export interface FrameRows {
  readonly blockNumber: number;
  /** Absent where the block is not traced. */
  readonly frames?: readonly FrameRow[];
  /** All of them, also those beyond the limit. */
  readonly frameCount: number;
}

/** One row per frame, or a single one without. For an unknown transaction the first gap that may contain it. */
const OF_TRANSACTION = `
SELECT head.number AS "headNumber", tx.block_number AS "blockNumber", untraced.from_block IS NULL AS "isTraced",
       frame.path, frame.type, frame.from_address AS "from", frame.to_address AS "to", frame.value, frame.gas_used AS "gasUsed",
       frame.selector, frame.error, frame.reverted, coalesce(frame.count, 0)::int AS "frameCount",
       gap.from_block AS "fromBlock", gap.to_block AS "toBlock"
FROM (SELECT max(number) AS number FROM block) head
LEFT JOIN transaction tx ON tx.hash = $1
LEFT JOIN LATERAL first_gap(CASE WHEN tx.hash IS NULL THEN ARRAY['blocks'] END, $2, head.number) gap ON true
LEFT JOIN LATERAL gap_at(tx.block_number, 'frames', $2, head.number) untraced ON true
LEFT JOIN LATERAL (
  SELECT *, count(*) OVER () AS count FROM frame
  WHERE block_number = tx.block_number AND tx_index = tx.tx_index
  ORDER BY path LIMIT $3
) frame ON true
WHERE head.number IS NOT NULL
ORDER BY frame.path`;

type OfTransactionRow = Omit<FrameRow, 'type' | 'path'> &
  MissingRow & {
    readonly blockNumber: number | null;
    readonly isTraced: boolean;
    readonly path: string | null;
    readonly type: number;
    readonly frameCount: number;
  };

@Injectable()
export class TransactionFramesReader {
  constructor(private readonly pool: Pool) {}

  /**
   * @param hash `0x` and 64 lower-case hex characters.
   * @param firstBlock lowest block that exists on the chain; nothing below it is missing.
   * @throws {NotCovered} where the transaction is missing
   */
  async ofTransaction(hash: Hash, firstBlock: number, limit: number): Promise<FrameRows> {
    const { rows } = await this.pool.query<OfTransactionRow>({
      name: 'frames of transaction',
      text: OF_TRANSACTION,
      values: [fromHex(hash), firstBlock, limit],
      types: JSON_READY,
    });
    const [first] = rows;
    if (!first) throw NotCovered.unavailable();
    const { blockNumber, isTraced, frameCount } = first;
    if (blockNumber === null) throw NotCovered.record(first);
    return { blockNumber, frameCount, ...(isTraced && { frames: rows.flatMap(frameOf) }) };
  }
}

function frameOf({ path, type, ...row }: OfTransactionRow): FrameRow[] {
  return path === null ? [] : [{ ...row, path, type: FRAME_TYPES[type]! }];
}
