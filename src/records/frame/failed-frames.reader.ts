import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address, Hash, Hex } from '../../domain/chain/hex.js';
import { FRAME_TYPES, type FrameType } from '../../domain/chain/record/block.js';
import { type MissingRow, NotCovered } from '../../domain/refusal/not-covered.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';

/** A frame that failed itself. */
export interface FailedFrameRow {
  /** `0x` and two bytes per level; after `ffff` the next two bytes continue the index. */
  readonly path: string;
  readonly type: FrameType;
  readonly from: Address;
  /** Null for a creation that failed before it had an address. */
  readonly to: Address | null;
  /** The tracer's error text. */
  readonly error: string;
  /** Revert data, at most the first 4,096 bytes; the selector alone once the frames before hold too much. */
  readonly output: Hex;
  /** Length of the whole revert data, bytes. */
  readonly outputSize: number;
  readonly gasUsed: number;
}

/** The failed frames of a transaction whose block is traced. */
export interface FailedFrameRows {
  readonly blockNumber: number;
  /** Address that the transaction creates, whether or not it succeeded; null when it creates none. */
  readonly contractAddress: Address | null;
  /** Ascending by depth, then path. */
  readonly frames: readonly FailedFrameRow[];
}

/**
 * Bytes of revert data after which only selectors are returned. The sender decides how many frames of a
 * transaction fail, and their data could exceed the longest possible string.
 */
const MOST_OUTPUT = 4 << 20;

/** Depth of a call, as `frameLevel` computes it. Nearly no path contains `ffff`. */
const LEVEL = `
CASE WHEN position('\\xffff'::bytea IN call_path) = 0 THEN octet_length(call_path) / 2
     ELSE (SELECT count(*) FROM generate_series(1, octet_length(call_path), 2) at WHERE substring(call_path FROM at FOR 2) <> '\\xffff') END`;

/**
 * One row per failed frame, or a single row without one. For an unknown transaction, the first gap that may
 * contain it; for one without traces, the gap around its block.
 */
const OF_TRANSACTION = `
SELECT head.number AS "headNumber", tx.block_number AS "blockNumber", tx.contract_address AS "contractAddress",
       frame.call_path AS path, frame.type, frame.from_address AS "from", frame.to_address AS "to", frame.error,
       CASE WHEN sum(octet_length(frame.output)) OVER (ORDER BY frame.level, frame.call_path) <= $3
            THEN frame.output ELSE substring(frame.output FOR 4) END AS output,
       frame.output_size AS "outputSize", frame.gas_used AS "gasUsed", gap.from_block AS "fromBlock", gap.to_block AS "toBlock"
FROM (SELECT max(number) AS number FROM block) head
LEFT JOIN transaction tx ON hashbyteaextended(tx.hash, 0) = hashbyteaextended($1, 0) AND tx.hash = $1
LEFT JOIN LATERAL (
  SELECT * FROM first_gap(CASE WHEN tx.hash IS NULL THEN ARRAY['blocks'] END, $2, head.number)
  UNION ALL
  SELECT * FROM gap_at(tx.block_number, 'failed_frames', $2, head.number)
) gap ON true
LEFT JOIN LATERAL (SELECT *, ${LEVEL} AS level FROM failed_frames_of(tx.block_number, tx.tx_index)) frame ON true
WHERE head.number IS NOT NULL
ORDER BY frame.level, frame.call_path
LIMIT $4`;

type OfTransactionRow = Omit<FailedFrameRow, 'type' | 'path'> &
  MissingRow & {
    readonly blockNumber: number | null;
    readonly contractAddress: Address | null;
    readonly path: string | null;
    readonly type: number;
  };

@Injectable()
export class FailedFramesReader {
  constructor(private readonly pool: Pool) {}

  /**
   * @param hash `0x` and 64 lower-case hex characters.
   * @param firstBlock lowest block that exists on the chain; nothing below it is missing.
   * @param limit of the frames; all by default
   * @throws {NotCovered} where the transaction or its traces are missing
   */
  async ofTransaction(hash: Hash, firstBlock: number, limit?: number): Promise<FailedFrameRows> {
    const { rows } = await this.pool.query<OfTransactionRow>({
      name: 'failed frames of transaction',
      text: OF_TRANSACTION,
      values: [fromHex(hash), firstBlock, MOST_OUTPUT, limit ?? null],
      types: JSON_READY,
    });
    const [first] = rows;
    if (!first) throw NotCovered.unavailable();
    const { blockNumber, contractAddress, fromBlock } = first;
    // The gap is returned for a known transaction as well: its block may not be traced.
    if (blockNumber === null || fromBlock !== null) throw NotCovered.record(first);
    return { blockNumber, contractAddress, frames: rows.flatMap(frameOf) };
  }
}

function frameOf({ path, type, ...row }: OfTransactionRow): FailedFrameRow[] {
  return path === null ? [] : [{ ...row, path, type: FRAME_TYPES[type]! }];
}
