import type { PoolClient } from 'pg';
import type { BlockRanges } from '../../domain/interval/block-range.js';
import { rangesOf } from '../../domain/interval/consecutive.js';
import { multirangeOf } from '../../domain/interval/multirange.js';
import type { Projector } from '../../event-store/projector.js';
import { CHAIN_FAMILIES } from './chain-family.js';

/** The covered ranges of every family of chain records. */
export const coverageProjector = (): Projector => ({
  name: 'coverage',

  on: {
    async BlockAppended(tx, blocks): Promise<void> {
      for (const { family, covers } of CHAIN_FAMILIES) {
        const ranges = rangesOf(blocks.map(({ block }) => block).filter(covers));
        // A family without a range is listed too: missing coverage must be visible.
        await add(tx, family, ranges);
      }
    },
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
});

async function add(tx: PoolClient, family: string, ranges: BlockRanges): Promise<void> {
  await tx.query(
    `INSERT INTO coverage (family, ranges) VALUES ($1, $2::int8multirange)
     ON CONFLICT (family) DO UPDATE SET ranges = coverage.ranges + excluded.ranges`,
    [family, multirangeOf(ranges)],
  );
}
