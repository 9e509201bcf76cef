import type { Pool } from 'pg';
import { toDouble } from '../../src/domain/amount/ratio.js';
import type { Address } from '../../src/domain/chain/hex.js';
import { type ImportedPrice } from '../../src/domain/event/imported-price.js';
import { PriceSources } from '../../src/domain/price/price-sources.js';
import { applyEvents } from '../../src/event-store/apply-events.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { priceProjector } from '../../src/projection/price/price.projector.js';
import { PriceReader } from '../../src/projection/price/price.reader.js';
import { PriceBounds } from '../../src/projection/price/price-bounds.js';
import type { PriceHour } from '../../src/projection/price/price-hour.js';
import { DeclaredTokensReader } from '../../src/projection/token/declared-tokens.reader.js';
import { blockProjector } from '../../src/records/block/block.projector.js';
import { coverageProjector } from '../../src/records/coverage/coverage.projector.js';
import { forkSchedule } from '../../src/runtime/projection/projectors.js';
import { createDatabase } from '../fixture/database.js';
import { type DescribedBlock, pricedBlock } from './priced-block.js';

export const CARRY_HOURS = 6;

const TABLES = [
  'price_answer',
  'price_reserve',
  'feed_phase',
  'price_import',
  'price_coverage',
  'state_read_request_row',
];

/** The projection of prices, and that of blocks, which give the times, in one database. */
export class PriceStore {
  readonly #projectors;
  readonly reader: PriceReader;
  readonly #tokens: DeclaredTokensReader;

  private constructor(
    readonly pool: Pool,
    readonly close: () => Promise<void>,
    sources: PriceSources,
  ) {
    this.#projectors = [coverageProjector(), blockProjector(forkSchedule()), priceProjector(sources)];
    this.reader = new PriceReader(pool, sources, new PriceBounds(CARRY_HOURS));
    this.#tokens = new DeclaredTokensReader(pool);
  }

  static async open(sources: PriceSources): Promise<PriceStore> {
    const database = await createDatabase({ migrated: true });
    const pool = createPool(database.url);
    return new PriceStore(
      pool,
      async () => {
        await pool.end();
        await database.drop();
      },
      sources,
    );
  }

  async handle(...block: readonly DescribedBlock[]): Promise<void> {
    const blocks = block.map(
      (one) => ({ kind: 'BlockAppended', position: 1, block: pricedBlock(one) }) as const,
    );
    for (const projector of this.#projectors)
      await inTransaction(this.pool, (tx) => applyEvents(projector, tx, blocks));
  }

  async unwind(from: number, to: number): Promise<void> {
    for (const projector of this.#projectors)
      await inTransaction(this.pool, (tx) => projector.unwind(tx, from, to));
  }

  async import(source: string, prices: readonly ImportedPrice[]): Promise<void> {
    const event = { kind: 'PriceImported', position: 1, digest: Buffer.alloc(32), source, prices } as const;
    for (const projector of this.#projectors)
      await inTransaction(this.pool, (tx) => applyEvents(projector, tx, [event]));
  }

  /** Stores the node's answer to a read of a proxy's phase slot at the end of a block. */
  async answer(address: Buffer, number: number, output: Buffer): Promise<void> {
    const what = `slot:0x${'2'.padStart(64, '0')}`;
    const read = { address, what, outcome: 'answered', output } as const;
    const event = {
      kind: 'ReadRecorded',
      position: 1,
      number,
      hash: Buffer.alloc(32),
      reads: [read],
    } as const;
    for (const projector of this.#projectors)
      await inTransaction(this.pool, (tx) => applyEvents(projector, tx, [event]));
  }

  /** Stores these declared decimals, or none, of a token first seen in block 1 or read again later. */
  async declare(token: Buffer, decimals: number | null, block = 1): Promise<void> {
    await this.pool.query(
      `INSERT INTO token_declaration (token, block_number, is_setting, open_reads, answered, decimals)
       VALUES ($1, $2, $3, 0, true, $4)`,
      [token, block, block > 1, decimals],
    );
  }

  async clear(): Promise<void> {
    for (const projector of this.#projectors) await inTransaction(this.pool, (tx) => projector.clear(tx));
  }

  /** All rows, in no particular order. */
  async rows(): Promise<Record<string, readonly string[]>> {
    const tables: Record<string, readonly string[]> = {};
    for (const table of TABLES) {
      const { rows } = await this.pool.query<{ row: string }>(
        `SELECT t::text AS row FROM ${table} t ORDER BY 1`,
      );
      tables[table] = rows.map(({ row }) => row);
    }
    return tables;
  }

  /** Dollars, with `~` before a carried price, and the source; undefined without a price. */
  async price(asset: string, hour: PriceHour): Promise<string | undefined> {
    const declared = (tokens: readonly Address[]) => this.#tokens.declared(tokens, hour.block);
    const price = (await this.reader.pricesAt([asset], hour, declared)).get(asset);
    return price && `${price.isCarried ? '~' : ''}${toDouble(price.usd)} ${price.source}`;
  }
}
