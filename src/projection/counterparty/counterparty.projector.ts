import type { PoolClient } from 'pg';
import type { Projector } from '../../event-store/projector.js';
import { type Bucket, foldBucket, unfoldBuckets } from './bucket.js';

export interface CounterpartySettings {
  /** Lowest block that exists on the chain: the first bucket begins there. */
  readonly firstBlock: number;
  /** Blocks of a bucket; all others begin at a multiple of it. */
  readonly bucketBlocks?: number;
  /** A bucket is folded once so many blocks stand above it: what is final is never given up. */
  readonly settledDepth?: number;
}

/** The buckets near the blocks `$1` to `$2` of which every block is held with its frames, that are settled, and not folded yet. */
const DUE = `
SELECT bucket.from_block AS "fromBlock", bucket.to_block AS "toBlock"
FROM coverage,
  generate_series(greatest($1::int8 - $5::int8, $3::int8) / $4::int8, $2::int8 / $4) number,
  LATERAL (SELECT greatest(number * $4, $3) AS from_block, number * $4 + $4 - 1 AS to_block) bucket
WHERE family = 'frames' AND ranges @> int8range(bucket.from_block, bucket.to_block, '[]')
  AND bucket.to_block + $5 < upper(ranges)
  AND NOT EXISTS (SELECT FROM counterparty_bucket folded WHERE folded.from_block = bucket.from_block)
ORDER BY 1`;

/** Folded buckets near the blocks `$1` to `$2` whose blocks are not those that stand. */
const REPLACED = `
SELECT folded.from_block AS "fromBlock" FROM counterparty_bucket folded
WHERE from_block <= $2 AND to_block >= $1
  AND NOT EXISTS (SELECT FROM block WHERE number = folded.to_block AND hash = folded.end_hash)`;

/**
 * Who deals with whom: a fold of the records in tables `transaction`, `frame` and `transfer`, bucket by bucket, and the total of them.
 *
 * Blocks cost nothing until their bucket is complete and settled; readers find what is not folded in the records themselves. Unlike
 * others it rests on tables that are not its own, and so comes after those of transactions, frames, transfers, blocks and coverage: it sees
 * what they made of the same events. It may see more, while it alone is caught up: a bucket is folded from the blocks that stand now, and
 * stays while they do, whatever older events say of them.
 */
export function counterpartyProjector({
  firstBlock,
  bucketBlocks = 4096,
  settledDepth = 64,
}: CounterpartySettings): Projector {
  return {
    name: 'counterparty',

    async handle(tx: PoolClient, blocks): Promise<void> {
      const numbers = blocks.map(({ block }) => block.header.number);
      const [from, to] = [Math.min(...numbers), Math.max(...numbers)];
      const { rows } = await tx.query<Bucket>(DUE, [from, to, firstBlock, bucketBlocks, settledDepth]);
      for (const bucket of rows) await foldBucket(tx, bucket);
    },

    async unwind(tx: PoolClient, from, to): Promise<void> {
      const { rows } = await tx.query<Bucket>(REPLACED, [from, to]);
      if (rows.length > 0)
        await unfoldBuckets(
          tx,
          rows.map(({ fromBlock }) => fromBlock),
        );
    },

    async clear(tx: PoolClient): Promise<void> {
      await tx.query('TRUNCATE counterparty, counterparty_in_bucket, counterparty_bucket');
    },
  };
}
