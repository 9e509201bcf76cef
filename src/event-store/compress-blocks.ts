import type { Pool } from 'pg';
import { HEADER_REACH } from '../domain/chain/codec/bundle.js';
import { inTransaction } from '../platform/postgres/transaction.js';
import { ChainLog } from './chain-log.js';
import { type PayloadPlace, payloadsOf } from './event-payload.table.js';
import { packBundle } from './packed-bundle.js';
import type { WriterLease } from './writer-lease.js';

const BLOCKS_PER_STEP = 50;
/** First byte of a bundle that is not packed: its version. */
const UNPACKED = 1;

/**
 * Packs the stored blocks that are not packed, each step in its own transaction, so that an interrupted run
 * continues. Digests are over the unpacked bytes and do not change.
 *
 * @returns how many blocks it packed
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
    const { rows: blocks } = await pool.query<PayloadPlace>(
      `SELECT position, block_number AS number FROM chain_event
       WHERE position > $1 AND kind = 'BlockAppended' ORDER BY position LIMIT $2`,
      [position, BLOCKS_PER_STEP],
    );
    if (blocks.length === 0) break;
    position = blocks.at(-1)!.position;
    rewritten += await compressStep(pool, lease, blocks);
    progress(position, end);
  }
  // So that later blocks reuse the space of the old bundles.
  if (rewritten > 0) await pool.query('VACUUM event_payload');
  return rewritten;
}

async function compressStep(
  pool: Pool,
  lease: WriterLease,
  blocks: readonly PayloadPlace[],
): Promise<number> {
  const starts = await payloadsOf(pool, blocks, HEADER_REACH + 1);
  const unpacked = blocks.filter(({ position }) => {
    const start = starts.get(position);
    return start !== undefined && start.length > HEADER_REACH && start[0] === UNPACKED;
  });
  if (unpacked.length === 0) return 0;
  const payloads = await payloadsOf(pool, unpacked);
  await inTransaction(pool, async (tx) => {
    await lease.assertHeld(tx);
    await tx.query("SET LOCAL chainproof.compresses = 'on'");
    await tx.query(
      `UPDATE event_payload SET payload = packed.payload
       FROM unnest($1::int8[], $2::int8[], $3::bytea[]) AS packed (block_number, position, payload)
       WHERE event_payload.block_number = packed.block_number AND event_payload.position = packed.position`,
      [
        unpacked.map(({ number }) => number),
        unpacked.map(({ position }) => position),
        unpacked.map(({ position }) => packBundle(payloads.get(position)!)),
      ],
    );
  });
  return unpacked.length;
}
