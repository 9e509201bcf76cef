import type { PoolClient } from 'pg';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import type { Projector } from '../../event-store/projector.js';
import { CHAIN_FAMILIES } from './chain-family.js';

/** The covered ranges of every family of chain records. */
export const coverageProjector: Projector = {
  name: 'coverage',

  async handle(tx, blocks): Promise<void> {
    for (const { family, covers } of CHAIN_FAMILIES) {
      const ranges = runs(blocks.filter(({ block }) => covers(block)).map(({ block }) => block));
      // A family without a range is listed too: missing coverage must be visible.
      await add(tx, family, ranges);
    }
  },

  async unwind(tx, from, to): Promise<void> {
    await tx.query('UPDATE coverage SET ranges = ranges - int8multirange(int8range($1, $2, $3))', [
      from,
      to,
      '[]',
    ]);
  },

  async clear(tx): Promise<void> {
    await tx.query('TRUNCATE coverage');
  },
};

async function add(tx: PoolClient, family: string, ranges: readonly string[]): Promise<void> {
  await tx.query(
    `INSERT INTO coverage (family, ranges) VALUES ($1, $2::int8multirange)
     ON CONFLICT (family) DO UPDATE SET ranges = coverage.ranges + excluded.ranges`,
    [family, `{${ranges.join(',')}}`],
  );
}

/** The blocks as range texts, blocks that follow one another in one. */
function runs(blocks: readonly VerifiedBlock[]): string[] {
  const found: { from: number; to: number }[] = [];
  for (const { header } of blocks) {
    const last = found[found.length - 1];
    if (last && header.number === last.to + 1) last.to = header.number;
    else found.push({ from: header.number, to: header.number });
  }
  return found.map(({ from, to }) => `[${from},${to}]`);
}
