import type { Pool } from 'pg';
import { encodeBundle } from '../src/domain/chain/codec/bundle.js';
import { verifiedBlock } from '../test/builder/verified-block.js';

const BLOCKS_AT_ONCE = 1_024;

/** Gives blocks of a filled store bundles that have headers alone: what executes code at the end of a block reads its header. */
export async function fillHeaders(pool: Pool, from: number, to: number): Promise<void> {
  for (let first = from; first <= to; first += BLOCKS_AT_ONCE) {
    const { rows } = await pool.query<{ number: number; parentHash: Buffer; timestamp: number }>(
      `SELECT number, parent_hash AS "parentHash", timestamp FROM canonical_block WHERE number BETWEEN $1 AND $2`,
      [first, Math.min(first + BLOCKS_AT_ONCE - 1, to)],
    );
    const bundles = rows.map(({ number, parentHash, timestamp }) => {
      const block = verifiedBlock(number, 'bench', parentHash, []);
      return encodeBundle({ ...block, header: { ...block.header, timestamp } });
    });
    await pool.query(
      `INSERT INTO event_payload (position, block_number, payload)
       SELECT number, number, payload FROM unnest($1::int8[], $2::bytea[]) bundle (number, payload)`,
      [rows.map(({ number }) => number), bundles],
    );
  }
}
