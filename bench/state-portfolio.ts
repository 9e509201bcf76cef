import type { Pool } from 'pg';
import { ChainBounds } from '../src/api/http/chain-bounds.js';
import {
  GetAddressPortfolioHandler,
  GetAddressPortfolioQuery,
} from '../src/api/portfolio/get-address-portfolio.query.js';
import { HeldAssets } from '../src/api/portfolio/held-assets.js';
import { PortfolioBounds } from '../src/api/portfolio/portfolio-bounds.js';
import { toHex } from '../src/domain/chain/codec/hex.js';
import type { Address } from '../src/domain/chain/hex.js';
import { createPool } from '../src/platform/postgres/pool.js';
import { HoldingsReader } from '../src/projection/balance/holdings.reader.js';
import { PriceReader } from '../src/projection/price/price.reader.js';
import { PriceBounds } from '../src/projection/price/price-bounds.js';
import { DeclaredTokensReader } from '../src/projection/token/declared-tokens.reader.js';
import { BlockReader } from '../src/records/block/block.reader.js';
import { StateGapReader } from '../src/records/coverage/state-gap.reader.js';
import { forkSchedule, sourcesOfPrices } from '../src/runtime/projection/projectors.js';
import type { ViewCallReader } from '../src/state/call/view-call.reader.js';
import { ViewThreads } from '../src/state/call/view-threads.js';
import { Views } from '../src/state/view/views.js';
import { holder, slot, storeManyTokens } from '../test/fixture/many-tokens.js';
import { engineDatabases } from './engine-database.js';
import { SERVICE_POOL } from './read-child.js';

const TOKENS = 2_000;
const ROUNDS = 7;

/** The least that any portfolio reads: the last value of each slot. */
const BARE = `
SELECT asked.address, last.after FROM unnest($1::bytea[]) asked (address)
LEFT JOIN LATERAL (
  SELECT after FROM storage_change WHERE hashbytea(slot) = hashbytea($2) AND hashbytea(address) = hashbytea(asked.address)
    AND slot = $2 AND address = asked.address ORDER BY block_number DESC LIMIT 1
) last ON true`;

/**
 * Milliseconds of a portfolio of many tokens with decimals, whose prices are looked up: the first of a process, another by a process that has run such code but has
 * none of the state in memory, the same again, and one bare statement.
 */
export async function printPortfolio(): Promise<void> {
  const databases = await engineDatabases();
  try {
    await databases.on(async ({ options: { connectionString } }) => {
      const pool = createPool(connectionString!, SERVICE_POOL);
      const tokens = await storeManyTokens(pool, TOKENS);
      await pool.query(
        'INSERT INTO token_metadata (token, decimals, block_number) SELECT *, 18, 1 FROM unnest($1::bytea[])',
        [tokens],
      );
      const threads = new ViewThreads(forkSchedule());
      const query = Object.assign(new GetAddressPortfolioQuery(), {
        ...{ address: toHex(holder) as Address, block: 2, limit: 200 },
      });
      const rounds: { first: number; again: number; bare: number }[] = [];
      for (let round = 0; round <= ROUNDS; round++) {
        // Has nothing in memory.
        const handler = portfolios(pool, threads);
        const ask = () => handler.execute(query);
        const bare = await milliseconds(() => pool.query(BARE, [tokens, slot]));
        rounds.push({ first: await milliseconds(ask), again: await milliseconds(ask), bare });
      }
      const [ofProcess, ...later] = rounds;
      const ms = (values: readonly number[]) => `${median(values).toFixed(0)} ms`;
      console.log(
        `portfolio of ${TOKENS} tokens: first of the process ${ms([ofProcess!.first])}, first of a holder ${ms(later.map(({ first }) => first))}, ` +
          `again ${ms(later.map(({ again }) => again))}, one bare statement ${ms(later.map(({ bare }) => bare))}, ` +
          `again to it ${median(later.map(({ again, bare }) => again / bare)).toFixed(1)}`,
      );
      await threads.close();
      await pool.end();
    });
  } finally {
    await databases.stop();
  }
}

function portfolios(pool: Pool, threads: ViewThreads): GetAddressPortfolioHandler {
  const held = new HeldAssets(
    new BlockReader(pool),
    new HoldingsReader(pool, new Views(forkSchedule(), threads)),
    new StateGapReader(pool),
    new ChainBounds(0, 'mainnet'),
    new PortfolioBounds(TOKENS + 1),
  );
  const prices = new PriceReader(pool, sourcesOfPrices(false), new PriceBounds(24));
  // Nothing is missing here.
  const calls = { ask: async () => false } as Partial<ViewCallReader> as ViewCallReader;
  return new GetAddressPortfolioHandler(pool, held, new DeclaredTokensReader(pool), prices, calls);
}

async function milliseconds(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;
}
