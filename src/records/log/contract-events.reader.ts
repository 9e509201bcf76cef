import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import { unpackWords } from '../../domain/chain/codec/packed-words.js';
import type { Address, Hash, Hex } from '../../domain/chain/hex.js';
import { type MissingRow, NotCovered } from '../../domain/refusal/not-covered.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { type PackedTopics, unpackedTopics } from './unpacked-topics.js';

/** One log, in the form JSON carries. */
export interface EventRow {
  readonly blockNumber: number;
  readonly txIndex: number;
  readonly logIndex: number;
  readonly logIndexInTx: number;
  readonly txHash: Hash;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly topics: readonly Hash[];
  readonly data: Hex;
}

/** Logs of a contract, newest first. */
export interface EventRows {
  readonly headNumber: number;
  readonly events: readonly EventRow[];
  /** Whether there are older logs. */
  readonly hasMore: boolean;
}

/** Block number, and index of a log in the block. */
export type EventPlace = readonly [number, number];

/**
 * Bytes of data after which a page ends, full or not. A log may hold megabytes, and a hundred of those exceed
 * the longest possible string. The first row of a page is served whatever its size.
 */
const PAGE_BYTES = 4 << 20;

/** Above every possible place. */
const HEAD: EventPlace = [Number.MAX_SAFE_INTEGER, 0];

/**
 * One row per log, or a single row without one. Only without a log it looks whether the address has code or
 * newer logs, and only without these for the first gap.
 */
const OF_CONTRACT = `
SELECT head.number AS "headNumber", event.*, known.yes IS NOT NULL AS "isKnown", gap.from_block AS "fromBlock", gap.to_block AS "toBlock"
FROM (SELECT max(number) AS number FROM block) head
LEFT JOIN LATERAL (
  SELECT page.block_number AS "blockNumber", page.tx_index AS "txIndex", page.log_index AS "logIndex",
         page.log_index_in_tx AS "logIndexInTx", page.tx_hash AS "txHash", block.timestamp,
         page.topic0, page.topic1, page.topic2, page.topic3, CASE WHEN page.newer < $6 THEN page.packed_data END AS data
  FROM (
    SELECT *, sum(data_size) OVER newest_first - data_size AS newer
    FROM logs_of($1, $3, $4, $5)
    WINDOW newest_first AS (ORDER BY block_number DESC, log_index DESC)
  ) page
  JOIN block ON block.number = page.block_number
) event ON true
LEFT JOIN LATERAL (
  SELECT true AS yes
  WHERE event."logIndex" IS NULL AND (
    EXISTS (SELECT FROM code_change WHERE address = $1 AND code_hash IS NOT NULL)
    OR EXISTS (SELECT FROM has_logs($1))
  )
) known ON true
LEFT JOIN LATERAL first_gap(
  CASE WHEN event."logIndex" IS NULL AND known.yes IS NULL THEN ARRAY['blocks', 'state_diff'] END, $2, head.number
) gap ON true
WHERE head.number IS NOT NULL
ORDER BY event."blockNumber" DESC, event."logIndex" DESC`;

interface OfContractRow extends Omit<EventRow, 'topics' | 'data'>, PackedTopics, MissingRow {
  /** Packed; null after the end of the page. */
  readonly data: Hex | null;
  readonly isKnown: boolean;
}

@Injectable()
export class ContractEventsReader {
  constructor(private readonly pool: Pool) {}

  /**
   * @param address `0x` and 40 lower-case hex characters.
   * @param firstBlock lowest block that exists on the chain; nothing below it is missing.
   * @param before only logs older than the one at this place.
   * @throws {NotCovered} with the lowest gap that may hide the contract
   */
  async ofContract(
    address: Address,
    firstBlock: number,
    before: EventPlace = HEAD,
    pageSize: number,
  ): Promise<EventRows> {
    const { rows } = await this.pool.query<OfContractRow>({
      name: 'events of contract',
      text: OF_CONTRACT,
      values: [fromHex(address), firstBlock, ...before, pageSize + 1, PAGE_BYTES],
      types: JSON_READY,
    });
    const [first] = rows;
    if (!first) throw NotCovered.unavailable();
    const { headNumber, isKnown } = first;
    if ((first.logIndex as number | null) !== null) {
      const events: EventRow[] = [];
      for (const row of rows) {
        if (row.data === null || events.length === pageSize) break;
        events.push(eventRow(row, row.data));
      }
      return { headNumber, events, hasMore: rows.length > events.length };
    }
    if (isKnown) return { headNumber, events: [], hasMore: false };
    throw NotCovered.record(first);
  }
}

/** Field by field: a copy of the whole row costs as much as to decode it. */
const eventRow = (row: OfContractRow, data: Hex): EventRow => ({
  blockNumber: row.blockNumber,
  txIndex: row.txIndex,
  logIndex: row.logIndex,
  logIndexInTx: row.logIndexInTx,
  txHash: row.txHash,
  timestamp: row.timestamp,
  topics: unpackedTopics(row),
  data: unpackWords(data),
});
