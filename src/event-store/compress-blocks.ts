import type { Pool } from 'pg';
import { HEADER_REACH } from '../domain/chain/codec/bundle.js';
import { inTransaction } from '../platform/postgres/transaction.js';
import { ChainLog } from './chain-log.js';
import { packBundle } from './packed-bundle.js';
import type { WriterLease } from './writer-lease.js';

const BLOCKS_PER_STEP = 50;
/** First byte of a bundle that is not packed: its version. */
const UNPACKED = 1;

/**
 * Packs the stored blocks that are not, each step in a transaction of its own, so that an interrupted run continues. Digests are over the
 * unpacked bytes and stay. Returns how many it rewrote.
 *
 * @throws LeaseRefused
 */
export async function compressBlocks(
  pool: Pool,
  lease: WriterLease,
  progress: (position: number, end: number) => void,
): Promise<number> {
  const end = await new ChainLog(pool).end();
  let rewritten = 0;
  let position = 0;
  for (;;) {
    const { rows } = await pool.query<{ position: number; payload: Buffer }>(
      `SELECT position, payload FROM chain_event
       WHERE position > $1 AND kind = 'BlockAppended' AND length(payload) > $2
         AND get_byte(substring(payload FOR 1), 0) = $3
       ORDER BY position LIMIT $4`,
      [position, HEADER_REACH, UNPACKED, BLOCKS_PER_STEP],
    );
    if (rows.length === 0) break;
    position = rows.at(-1)!.position;
    const packed = rows.map(({ payload }) => packBundle(payload));
    await inTransaction(pool, async (tx) => {
      await lease.assertHeld(tx);
      await tx.query('ALTER TABLE chain_event DISABLE TRIGGER chain_event_is_append_only');
      await tx.query(
        `UPDATE chain_event SET payload = packed.payload
         FROM unnest($1::int8[], $2::bytea[]) AS packed (position, payload) WHERE chain_event.position = packed.position`,
        [rows.map((row) => row.position), packed],
      );
      await tx.query('ALTER TABLE chain_event ENABLE TRIGGER chain_event_is_append_only');
    });
    rewritten += rows.length;
    progress(position, end);
  }
  // Later blocks take the space of the old ones.
  if (rewritten > 0) await pool.query('VACUUM chain_event');
  return rewritten;
}
