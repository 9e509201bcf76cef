import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { aBlock } from './fixture/block-row.js';
import { addressOf, hex } from './fixture/bytes.js';
import { HEAD, ISLAND } from './fixture/chain.js';
import { anInternalTransfer } from './fixture/internal-transfer-row.js';
import { insert, storeChain } from './fixture/store-chain.js';
import { aTransaction } from './fixture/transaction-row.js';
import { type UsedService, useService } from './fixture/use-service.js';

const ALICE = addressOf('alice');
const TRANSACTIONS = `addresses/${hex(ALICE)}/transactions`;
const INTERNAL = `addresses/${hex(ALICE)}/internal-transfers`;
const sides = [
  { from_address: ALICE },
  { to_address: ALICE },
  { from_address: ALICE, to_address: ALICE },
] as const;

/** Seven transactions and seven internal transfers with the address on every side, each in three blocks or transactions. */
async function fill(pool: Pool): Promise<void> {
  await storeChain(pool);
  for (let index = 0; index < 7; index++) {
    const block_number = HEAD - 2 + Math.floor(index / 3);
    const transaction = aTransaction(`deed ${index}`, sides[index % 3]);
    await insert(pool, 'transaction', { block_number, tx_index: 100 + index, ...transaction });
    const transfer = anInternalTransfer(`0000 000${index}`, index % 3, sides[index % 3]);
    await insert(pool, 'internal_transfer', {
      ...{ block_number: ISLAND, tx_index: Math.floor(index / 3) },
      ...transfer,
    });
  }
}

// biome-ignore lint/suspicious/noExplicitAny: bodies are looked into
type Page = any;

const rowsOf = (page: Page): Page[] => page.transactions ?? page.transfers;

/** Follows the cursors of a feed to its end. */
async function walk(service: UsedService, feed: string, limit: number): Promise<Page[]> {
  const pages: Page[] = [];
  do {
    const cursor = pages.at(-1)?.nextCursor;
    const query = `?limit=${limit}${cursor === undefined ? '' : `&cursor=${cursor}`}`;
    pages.push((await service.get(feed + query)).json.data);
  } while (pages.at(-1).nextCursor !== undefined);
  return pages;
}

describe('cursors of feeds', () => {
  const service = useService({ fill });
  const rows = async (target: string) => rowsOf((await service.get(target)).json.data);

  it.each([TRANSACTIONS, INTERNAL])(
    'R-055, R-056, R-060, R-061: pages of any size hold every row once, the last without a cursor (%s)',
    async (feed) => {
      const all = await rows(feed);
      expect(all).toHaveLength(7);
      for (const limit of [1, 2, 3, 6, 7, 100]) {
        const pages = await walk(service, feed, limit);
        expect(pages.flatMap(rowsOf)).toEqual(all);
        expect(pages).toHaveLength(Math.ceil(all.length / limit));
      }
    },
  );

  it('R-062, R-063: belong to their address and method, not to their limit', async () => {
    const { nextCursor } = (await service.get(`${TRANSACTIONS}?limit=2`)).json.data;
    expect(await rows(`${TRANSACTIONS}?limit=3&cursor=${nextCursor}`)).toHaveLength(3);
    for (const target of [
      `addresses/${hex(addressOf('bob'))}/transactions?cursor=${nextCursor}`,
      `${INTERNAL}?cursor=${nextCursor}`,
      `${TRANSACTIONS}?cursor=${nextCursor.slice(0, -1)}`,
    ]) {
      const { status, json } = await service.get(target);
      expect([status, json.error.details.reason]).toEqual([400, 'cursor_invalid']);
    }
  });

  it('R-064, R-065: continue at their place though their row was removed', async () => {
    const all = await rows(TRANSACTIONS);
    const { nextCursor } = (await service.get(`${TRANSACTIONS}?limit=3`)).json.data;
    await insert(service.pool, 'block', aBlock(HEAD + 1, []));
    const coming = aTransaction('coming', { from_address: ALICE });
    await insert(service.pool, 'transaction', { block_number: HEAD + 1, tx_index: 0, ...coming });
    expect(await rows(`${TRANSACTIONS}?cursor=${nextCursor}`)).toEqual(all.slice(3));
    await service.pool.query('DELETE FROM transaction WHERE block_number >= $1', [HEAD - 1]);
    await service.pool.query('DELETE FROM block WHERE number > $1', [HEAD]);
    expect(await rows(`${TRANSACTIONS}?cursor=${nextCursor}`)).toEqual(all.slice(4));
  });

  it('R-289, R-065: continue in a transaction that now has fewer frames than were before their place', async () => {
    await insert(service.pool, 'internal_transfer', {
      ...{ block_number: ISLAND, tx_index: 2 },
      ...anInternalTransfer('0000 0009', 1, { from_address: ALICE }),
    });
    const all = await rows(INTERNAL);
    const { nextCursor } = (await service.get(`${INTERNAL}?limit=1`)).json.data;
    await service.pool.query('DELETE FROM internal_transfer WHERE tx_index = 2');
    await insert(service.pool, 'internal_transfer', {
      ...{ block_number: ISLAND, tx_index: 2 },
      ...anInternalTransfer('0000 0006', 0, { from_address: ALICE }),
    });
    expect((await rows(`${INTERNAL}?cursor=${nextCursor}`)).map(({ callPath }) => callPath)).toEqual(
      all.slice(1).map(({ callPath }) => callPath),
    );
  });
});

describe('cursors below a thousand nested calls', () => {
  const DEPTH = 1_024;
  const service = useService({
    fill: async (pool) => {
      await storeChain(pool);
      for (let depth = 1; depth <= DEPTH; depth++) {
        const path = '0000 0001 '.repeat(DEPTH).slice(0, depth * 5);
        const transfer = anInternalTransfer(path, depth - 1, { to_address: ALICE });
        if (depth > 1)
          await insert(pool, 'internal_transfer', { block_number: ISLAND, tx_index: 3, ...transfer });
      }
    },
  });

  it('R-289: are no longer than others, though the path would not fit', async () => {
    const pages = await walk(service, INTERNAL, 100);
    for (const { nextCursor } of pages.slice(0, -1)) expect(nextCursor.length).toBeLessThan(128);
    expect(pages.flatMap(rowsOf).map(({ callDepth }) => callDepth)).toEqual(
      Array.from({ length: DEPTH - 1 }, (_, index) => DEPTH - index),
    );
  });
});
