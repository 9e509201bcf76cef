import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { ChainBounds } from '../../src/api/http/chain-bounds.js';
import {
  GetAddressPortfolioHandler,
  GetAddressPortfolioQuery,
} from '../../src/api/portfolio/get-address-portfolio.query.js';
import { HeldAssets } from '../../src/api/portfolio/held-assets.js';
import { PortfolioBounds } from '../../src/api/portfolio/portfolio-bounds.js';
import { fromHex, toHex } from '../../src/domain/chain/codec/hex.js';
import type { Address, Hex } from '../../src/domain/chain/hex.js';
import { BoundedStateReads } from '../../src/event-store/bounded-state-reads.js';
import { balanceOf } from '../../src/projection/balance/balance-of.js';
import { HoldingsReader } from '../../src/projection/balance/holdings.reader.js';
import { TokenBalanceReader } from '../../src/projection/balance/token-balance.reader.js';
import { PriceReader } from '../../src/projection/price/price.reader.js';
import { PriceBounds } from '../../src/projection/price/price-bounds.js';
import { DeclaredTokensReader } from '../../src/projection/token/declared-tokens.reader.js';
import { BlockReader } from '../../src/records/block/block.reader.js';
import { StateGapReader } from '../../src/records/coverage/state-gap.reader.js';
import { STATE_REQUESTER } from '../../src/records/state/state-answer.table.js';
import { allProjectors, forkSchedule, sourcesOfPrices } from '../../src/runtime/projection/projectors.js';
import { ViewCallReader, ViewCallSettings } from '../../src/state/call/view-call.reader.js';
import { ViewThreads } from '../../src/state/call/view-threads.js';
import { RequestedState } from '../../src/state/history/requested-state.js';
import { StateHistory } from '../../src/state/history/state-history.js';
import { BLOCKS_BEFORE_LATE, DemoDatabases } from '../fixture/demo-databases.js';
import { newViews } from '../fixture/new-views.js';

const HOLDERS = 6;
const SLOT_MISSING = /^slot (0x[0-9a-f]+) of (0x[0-9a-f]{40}) is not known \(not_written_in_range\)$/;
const word = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');

interface Pair {
  readonly token: Address;
  readonly holder: Address;
}

describe('false state, on a range that begins after the chain', () => {
  let demo: DemoDatabases;
  let pool: Pool;
  let first: number;
  let last: number;
  let threads: ViewThreads;
  let pairs: Pair[];
  const projectors = () => allProjectors({ firstBlock: demo.chain.firstBlock, isDemo: true });

  beforeAll(async () => {
    demo = await DemoDatabases.start();
    [first, last] = [demo.whole[0] + BLOCKS_BEFORE_LATE, demo.whole[1]];
    pool = await demo.late();
    threads = new ViewThreads(forkSchedule());
    const { rows } = await pool.query<{ token: Buffer; holder: Buffer }>(
      'SELECT DISTINCT token, to_address AS holder FROM transfer WHERE shape IN (0, 4) AND to_address IS NOT NULL ORDER BY 1, 2',
    );
    pairs = rows.map(({ token, holder }) => ({
      token: toHex(token) as Address,
      holder: toHex(holder) as Address,
    }));
  });
  afterAll(async () => {
    await threads?.close();
    await demo?.stop();
  });

  const callsOf = (provesAll: boolean) => {
    const reads = new BoundedStateReads(pool, STATE_REQUESTER, 1_000);
    const state = new RequestedState(new StateHistory(pool, forkSchedule(), 'all'), reads);
    return new ViewCallReader(
      pool,
      new BlockReader(pool),
      new ViewCallSettings(forkSchedule(), state, threads, provesAll),
    );
  };

  function portfolios(): GetAddressPortfolioHandler {
    const bounds = new ChainBounds(demo.chain.firstBlock, 'demo');
    const held = new HeldAssets(
      new BlockReader(pool),
      new HoldingsReader(pool, newViews()),
      new StateGapReader(pool),
      bounds,
      new PortfolioBounds(1_000),
    );
    const prices = new PriceReader(pool, sourcesOfPrices(true), new PriceBounds(24));
    return new GetAddressPortfolioHandler(pool, held, new DeclaredTokensReader(pool), prices, callsOf(false));
  }

  async function whileAnswered<Found>(work: Promise<Found>): Promise<Found> {
    let isDone = false;
    const found = work.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await demo.answer(pool, projectors());
      await setTimeout(20);
    }
    return found;
  }

  it('is no obstacle to portfolios, which read state from nodes and equal those of the whole chain', async () => {
    const whole = await demo.inOrder();
    const counts = { unknown: 0, after: 0, whole: 0 };
    const holders = [...new Set(pairs.map((pair) => pair.holder))].slice(0, HOLDERS);
    for (const holder of holders) {
      const query = Object.assign(new GetAddressPortfolioQuery(), {
        address: holder,
        block: last,
        limit: 200,
      });
      const held = (database: Pool) =>
        new HoldingsReader(database, newViews()).holdings(holder, demo.chain.firstBlock, 100, last);
      const truth = await held(whole);
      const balances = new Map(truth.tokens.map(({ token, balance }) => [token, balance]));
      if ((await held(pool)).native === undefined) {
        // While no node answers, the refusal stays the same.
        if (counts.unknown++ === 0) await expect(portfolios().execute(query)).rejects.toThrow('not covered');
      }
      const { data } = await whileAnswered(portfolios().execute(query));
      const { tokens, native } = await held(pool);
      expect([holder, native?.wei]).toEqual([holder, truth.native!.wei]);
      for (const { token, balance } of tokens)
        expect([holder, token, balance]).toEqual([holder, token, balances.get(token)]);
      expect(data.pricedCount + data.hiddenCount).toBeGreaterThanOrEqual(tokens.length);
      counts.after += tokens.length;
      counts.whole += truth.tokens.length;
    }
    process.stdout.write(`tokens held: ${JSON.stringify(counts)}\n`);
    expect(counts.unknown).toBeGreaterThan(0);
  });

  it('does not stay in memory if a node stated it and later blocks contradict it', async () => {
    const views = newViews();
    const reader = new TokenBalanceReader(pool, views);
    const asked = async ({ token, holder }: Pair) =>
      reader.balance(token, holder, demo.chain.firstBlock, first);
    let checked = 0;
    for (const pair of pairs) {
      const missing = SLOT_MISSING.exec((await asked(pair)).missing ?? '');
      if (!missing) continue;
      const [, slot, address] = missing as unknown as [string, Hex, Address];
      const key = word(BigInt(slot));
      const subject = fromHex(address);
      // A believed node says 7; the earlier blocks, once they are stored, say 9.
      await pool.query(
        `INSERT INTO state_answer (subject, what, block_number, output, is_proven) VALUES ($1, $2, $3, $4, false)`,
        [subject, `slot:${toHex(key)}`, first, word(7n)],
      );
      const said = (await asked(pair)).recorded;
      await pool.query(
        'INSERT INTO storage_change (block_number, address, slot, before, after) VALUES ($1, $2, $3, $4, $5)',
        [...[last, subject, trimmed(key), Buffer.of(9), Buffer.of(10)]],
      );
      if (said !== '7') continue;
      expect((await asked(pair)).recorded).toBe('9');
      checked++;
    }
    expect(checked).toBeGreaterThan(0);
  });

  it('is refused if a proof contradicts the state diffs of blocks, and never served', async () => {
    let checked = 0;
    for (const { token, holder } of pairs.slice(0, 40)) {
      const data = fromHex(balanceOf(fromHex(holder)) as Hex);
      const honest = await whileAnswered(
        callsOf(false).call(token, data, demo.chain.firstBlock, last, 60_000),
      );
      const changed = honest.places.find(
        ({ place, answer }) => place.kind === 'slot' && answer.known && answer.support === 'changes',
      );
      if (changed?.place.kind !== 'slot') continue;
      const key = word(changed.place.slot);
      // The blocks come from a node that lied about what a write left.
      const { rowCount } = await pool.query(
        `UPDATE storage_change SET after = '\\x2a2a' WHERE address = $1 AND slot = $2
         AND block_number = (SELECT max(block_number) FROM storage_change WHERE address = $1 AND slot = $2)`,
        [fromHex(changed.place.address), trimmed(key)],
      );
      if (rowCount !== 1) continue;
      const lying = await whileAnswered(
        callsOf(false).call(token, data, demo.chain.firstBlock, last, 60_000),
      );
      expect(lying.result.outcome).not.toBe('undecided');
      await expect(
        whileAnswered(callsOf(true).call(token, data, demo.chain.firstBlock, last, 60_000)),
      ).rejects.toMatchObject({ name: 'StateNotKept', reason: 'contradicted' });
      // Once a proof has contradicted the value, no answer depends on it.
      await expect(
        whileAnswered(callsOf(false).call(token, data, demo.chain.firstBlock, last, 60_000)),
      ).rejects.toMatchObject({ reason: 'contradicted' });
      const balance = await new TokenBalanceReader(pool, newViews()).balance(
        token,
        holder,
        demo.chain.firstBlock,
        last,
      );
      expect(balance).toMatchObject({ isCovered: false });
      expect(balance).not.toHaveProperty('recorded');
      expect(balance.missing).toMatch(/^slot 0x[0-9a-f]+ of 0x[0-9a-f]+ is not known \(contradicted\)$/);
      if (++checked === 3) break;
    }
    expect(checked).toBe(3);
  });
});

const trimmed = (bytes: Buffer): Buffer => bytes.subarray(bytes.findIndex((byte) => byte !== 0));
