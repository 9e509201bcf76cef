import type { PoolClient } from 'pg';
import { REORG_DEPTH } from '../../domain/chain/protocol/reorg-depth.js';
import type { BlockRange } from '../../domain/interval/block-range.js';
import type { Projector } from '../../event-store/projector.js';
import { foldBlocks, foldBucket, unfoldBuckets } from './bucket.js';

/** How the blocks of a chain are folded. */
export interface CounterpartySettings {
  /** Lowest block that exists on the chain: the first bucket begins there. */
  readonly firstBlock: number;
  /** Blocks of a bucket. All buckets but the first begin at a multiple of it. */
  readonly bucketBlocks?: number;
  /** Blocks of the parts of a bucket that is not complete yet. */
  readonly partBlocks?: number;
  /** Depth below the head at which blocks are folded: final blocks are never removed. */
  readonly settledDepth?: number;
}

/** Parts that are folded in one step: many are due after a fill, and the head must not wait for all. */
const PARTS_AT_ONCE = 4;

/**
 * The aligned runs of `$4` blocks, from the one around `$1` to the one around `$2`, that are stored with their frames, have `$5` stored
 * blocks above them, and are not folded by themselves or in a larger run.
 */
const DUE = `
SELECT run.from_block AS "fromBlock", run.to_block AS "toBlock"
FROM coverage,
  generate_series(greatest($1::int8, $3::int8) / $4::int8, $2::int8 / $4) number,
  LATERAL (SELECT greatest(number * $4, $3) AS from_block, number * $4 + $4 - 1 AS to_block) run
WHERE family = 'frames' AND ranges @> int8range(run.from_block, run.to_block, '[]')
  AND run.to_block + $5::int8 < upper(ranges)
  AND NOT EXISTS (
    SELECT FROM counterparty_bucket folded
    WHERE folded.from_block <= run.from_block AND folded.to_block >= run.to_block
  )
ORDER BY 1`;

/** Buckets near the blocks `$1` to `$2` with blocks that are not canonical. */
const REPLACED = `
SELECT folded.from_block AS "fromBlock" FROM counterparty_bucket folded
WHERE from_block <= $2 AND to_block >= $1
  AND NOT EXISTS (SELECT FROM block WHERE number = folded.to_block AND hash = folded.end_hash)`;

/**
 * Interactions between addresses: a fold of the tables `transaction`, `internal_transfer` and `transfer`,
 * bucket by bucket, with totals.
 *
 * Blocks cost nothing until they are settled and, in a fill, until their bucket is complete. At the head,
 * parts of the last bucket are folded first, and merged when it is complete. Readers find interactions that
 * are not folded in the records themselves.
 *
 * While this projector alone catches up, it reads rows of later events. Blocks are folded as they are now,
 * and stay folded while they are canonical, whatever earlier events say.
 */
export function counterpartyProjector({
  firstBlock,
  bucketBlocks = 4096,
  partBlocks = 64,
  settledDepth = REORG_DEPTH,
}: CounterpartySettings): Projector {
  const due = async (tx: PoolClient, from: number, to: number, blocks: number): Promise<BlockRange[]> =>
    (await tx.query<BlockRange>(DUE, [from, to, firstBlock, blocks, settledDepth])).rows;
  return {
    name: 'counterparty',
    readsFrom: ['block', 'coverage', 'internal_transfer', 'token', 'transaction'],

    on: {
      async BlockAppended(tx, blocks, { isFill }): Promise<void> {
        const numbers = blocks.map(({ block }) => block.header.number);
        const [from, to] = [Math.min(...numbers) - settledDepth, Math.max(...numbers)];
        for (const bucket of await due(tx, from, to, bucketBlocks)) await foldBucket(tx, bucket);
        if (isFill) return;
        const bucketStart = from - (from % bucketBlocks);
        const parts = await due(tx, bucketStart, to, partBlocks);
        for (const part of parts.slice(0, PARTS_AT_ONCE)) await foldBlocks(tx, part);
      },
    },

    async unwind(tx, from, to): Promise<void> {
      const { rows } = await tx.query<BlockRange>(REPLACED, [from, to]);
      if (rows.length > 0)
        await unfoldBuckets(
          tx,
          rows.map(({ fromBlock }) => fromBlock),
        );
    },

    async clear(tx): Promise<void> {
      await tx.query('TRUNCATE counterparty_sum, counterparty_met, counterparty_bucket');
    },
  };
}
