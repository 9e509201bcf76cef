import type { Pool } from 'pg';
import type { Frame, VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { applyEvents } from '../../src/event-store/apply-events.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { verifiedBlock } from '../builder/verified-block.js';
import type { StoredTransaction } from './effect-reader.js';

const NOBODY = Buffer.alloc(20);
const PER_BLOCK = 100;
const PROJECTORS = ['block', 'transaction', 'internal_transfer', 'failed_frame', 'coverage'];

/** Stores frame trees by the real projectors, each as a transaction of made-up blocks. */
export async function storeTraced(
  pool: Pool,
  trees: readonly (readonly Frame[])[],
): Promise<StoredTransaction[]> {
  const { rows } = await pool.query<{ first: number }>(
    'SELECT coalesce(max(number) + 1, 0) AS first FROM block',
  );
  const blocks: VerifiedBlock[] = [];
  for (let at = 0; at < trees.length; at += PER_BLOCK) {
    const frames = trees.slice(at, at + PER_BLOCK);
    const transactions = frames.map(() => ({ from: NOBODY, to: NOBODY }));
    const parent = blocks.at(-1)?.hash ?? Buffer.alloc(32);
    blocks.push({
      ...verifiedBlock(rows[0]!.first + blocks.length, 'recorded', parent, transactions),
      frames,
      precompileCalls: frames.map(() => []),
    });
  }
  const appended = blocks.map((block, position) => ({ kind: 'BlockAppended' as const, position, block }));
  const client = await pool.connect();
  try {
    for (const projector of allProjectors())
      if (PROJECTORS.includes(projector.name)) await applyEvents(projector, client, appended);
  } finally {
    client.release();
  }
  return blocks.flatMap(({ transactions, frames = [] }) =>
    transactions.map(({ hash }, index) => ({ hash: `0x${hash.toString('hex')}`, frames: frames[index]! })),
  );
}
