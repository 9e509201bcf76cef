import type { PoolClient } from 'pg';
import { toHex } from '../../domain/chain/codec/hex.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import type { PriceImported } from '../../domain/event/chain-event.js';
import { formatStateRead } from '../../domain/event/state-read.js';
import type { PriceSources } from '../../domain/price/price-sources.js';
import type { Projector, UpgradeStep } from '../../event-store/projector.js';
import {
  clearStateReads,
  requestStateReads,
  takeStateReadResults,
  unwindStateReads,
} from '../../event-store/state-read-request.js';
import { BinaryCopy } from '../../platform/postgres/binary-copy.js';
import { copyInto } from '../../platform/postgres/copy-into.js';
import { type FeedPhase, PHASE_SLOT, PhaseChanges, phaseOf } from './feed-phase.js';
import { observedPrices } from './observed-prices.js';
import { coverAndFindRangeStarts, uncover } from './price-coverage.js';
import { hourOf } from './price-hour.js';

const NAME = 'price';
const PHASE_READ = formatStateRead({ kind: 'slot', slot: toHex(PHASE_SLOT) });

const COPY_ANSWERS =
  'COPY price_answer (block_number, log_index, hour, aggregator, answer) FROM STDIN BINARY';
const COPY_RESERVES =
  'COPY price_reserve (block_number, pool, hour, timestamp, reserve0, reserve1) FROM STDIN BINARY';

const ADD_PHASES = `
INSERT INTO feed_phase (proxy, block_number, phase, aggregator)
SELECT * FROM unnest($1::bytea[], $2::int8[], $3::int4[], $4::bytea[]) ON CONFLICT DO NOTHING`;

const ADD_IMPORTED = `
INSERT INTO price_import (asset, timestamp, usd, source)
SELECT asset, timestamp, usd, $4 FROM unnest($1::text[], $2::int8[], $3::numeric[]) AS given (asset, timestamp, usd)
ON CONFLICT (asset, timestamp) DO UPDATE SET usd = excluded.usd, source = excluded.source`;

type PhaseAt = FeedPhase & { readonly blockNumber: number };

/** Price observations: answers of aggregators, reserves of pools, the phases of feeds, and imported prices. */
export function priceProjector({ feeds, pools }: PriceSources): Projector {
  const answers = new BinaryCopy(5);
  const reserves = new BinaryCopy(6);
  const knownPools = new Set(pools.map(({ address }) => address.toString('latin1')));
  const proxies = feeds.filter(({ isProxy }) => isProxy).map(({ address }) => address);
  const changes = new PhaseChanges(proxies);
  const followed = [...proxies, ...pools.map(({ address }) => address)];

  const write = (block: VerifiedBlock): void => {
    const { number, timestamp } = block.header;
    const hour = hourOf(timestamp);
    const observed = observedPrices(block, knownPools);
    for (const { logIndex, aggregator, answer } of observed.answers)
      answers.row().int8(number).int4(logIndex).int4(hour).bytea(aggregator).numeric(answer);
    for (const { pool, reserve0, reserve1 } of observed.reserves)
      reserves.row().int8(number).bytea(pool).int4(hour).int8(timestamp).numeric(reserve0).numeric(reserve1);
  };

  return {
    name: NAME,

    on: {
      async BlockAppended(tx, appended): Promise<void> {
        const blocks = appended.map(({ block }) => block);
        answers.clear();
        reserves.clear();
        for (const block of blocks) write(block);
        if (answers.rows > 0) await copyInto(tx, COPY_ANSWERS, answers.finish());
        if (reserves.rows > 0) await copyInto(tx, COPY_RESERVES, reserves.finish());
        const phases = blocks.flatMap((block) =>
          [...changes.in(block)].map((phase) => ({ ...phase, blockNumber: block.header.number })),
        );
        await addPhases(tx, phases);
        const rangeStarts = await coverAndFindRangeStarts(tx, blocks);
        const requests = rangeStarts.flatMap((blockNumber) =>
          proxies.map((subject) => ({ subject, what: PHASE_READ, blockNumber })),
        );
        await requestStateReads(tx, NAME, requests);
      },

      async ReadRecorded(tx, recorded): Promise<void> {
        const answered = await takeStateReadResults(tx, NAME, recorded);
        const phases = answered.flatMap(({ address, outcome, output, blockNumber }) =>
          outcome === 'answered' ? [{ ...phaseOf(address, output), blockNumber }] : [],
        );
        await addPhases(tx, phases);
      },

      async PriceImported(tx, imported): Promise<void> {
        for (const one of imported) await addImported(tx, one);
      },
    },

    async unwind(tx, from, to): Promise<void> {
      for (const table of ['price_answer', 'price_reserve', 'feed_phase'])
        await tx.query(`DELETE FROM ${table} WHERE block_number BETWEEN $1 AND $2`, [from, to]);
      await uncover(tx, from, to);
      await unwindStateReads(tx, NAME, from, to);
    },

    async clear(tx): Promise<void> {
      await truncate(tx);
    },

    /** New sources were not searched for in stored blocks. */
    async needsUpgrade(tx): Promise<boolean> {
      return (await unknownSources(tx, followed)).length > 0;
    },

    async upgradeStep(tx): Promise<UpgradeStep | undefined> {
      const { length } = await unknownSources(tx, followed);
      if (length === 0) return undefined;
      await truncate(tx);
      await tx.query('INSERT INTO price_source (address) SELECT unnest($1::bytea[])', [followed]);
      return { said: `${length} sources of prices are new: all blocks are searched for them`, rewind: true };
    },
  };
}

async function addPhases(tx: PoolClient, phases: readonly PhaseAt[]): Promise<void> {
  if (phases.length === 0) return;
  await tx.query(ADD_PHASES, [
    phases.map(({ proxy }) => proxy),
    phases.map(({ blockNumber }) => blockNumber),
    phases.map(({ phase }) => phase),
    phases.map(({ aggregator }) => aggregator),
  ]);
}

async function addImported(tx: PoolClient, { source, prices }: PriceImported): Promise<void> {
  await tx.query(ADD_IMPORTED, [
    prices.map(({ asset }) => asset),
    prices.map(({ timestamp }) => timestamp),
    prices.map(({ usd }) => usd),
    source,
  ]);
}

async function unknownSources(tx: PoolClient, sources: readonly Buffer[]): Promise<Buffer[]> {
  const { rows } = await tx.query<{ address: Buffer }>(
    'SELECT DISTINCT address FROM unnest($1::bytea[]) AS known (address) EXCEPT SELECT address FROM price_source',
    [sources],
  );
  return rows.map(({ address }) => address);
}

async function truncate(tx: PoolClient): Promise<void> {
  await tx.query(
    'TRUNCATE price_answer, price_reserve, feed_phase, price_import, price_source, price_coverage',
  );
  await clearStateReads(tx, NAME);
}
