import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { allProjectors } from '../../src/cli/projectors.js';
import { ChainWriter } from '../../src/ingestion/chain-writer.js';
import type { VerifiedBlock } from '../../src/kernel/chain/block.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { batch, eventLog, TRANSFER, TRANSFER_BATCH } from '../builder/token-log.js';
import { type MadeTransaction, verifiedBlock } from '../builder/verified-block.js';
import { Prng } from '../simulation/prng.js';
import { addressOf, hex } from './fixture/bytes.js';
import { useService } from './fixture/use-service.js';

const FIRST = 1_000;
/** Blocks that stay throughout, and transactions of the busy address in each. */
const SETTLED = 500;
const TRANSACTIONS = 200;
/** What is replaced while pages are read lies above them, in blocks of fewer transactions. */
const UNSETTLED = 64;
const AT_HEAD = 9;

const [busy, other, token] = ['busy', 'other', 'token'].map(addressOf) as [Buffer, Buffer, Buffer];

/**
 * Transactions on one side of the busy address, the other, or both. Every second one moves ether twice inside, and tokens twice, in
 * two logs or in one of a batch: as many rows in each feed as there are transactions.
 */
function busyTransactions(count: number): MadeTransaction[] {
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [[busy, other] as const, [other, busy] as const, [busy, busy] as const][index % 3]!;
    if (index % 2 === 1) return { from, to };
    const frames = [1n, 2n].map((value) => ({ from, to, value }));
    const single = eventLog(token, TRANSFER, [from, to], [index]);
    const many = eventLog(token, TRANSFER_BATCH, [other, from, to], batch([1, 2], [index, index]));
    return { from, to, frames, logs: index % 4 === 0 ? [many] : [single, single] };
  });
}

const SETTLED_CROWD = busyTransactions(TRANSACTIONS);
const CROWD_AT_HEAD = busyTransactions(AT_HEAD);

/** A chain under construction: what is stored, and how the head goes on. */
class Writing {
  readonly settled: VerifiedBlock[] = [];
  readonly #random = new Prng(64);
  #unsettled: VerifiedBlock[] = [];
  #pool: Pool | undefined;
  #writer: ChainWriter | undefined;
  #branch = 0;

  async begin(databaseUrl: string): Promise<void> {
    this.#pool = createPool(databaseUrl);
    this.#writer = await ChainWriter.open(this.#pool, { projectors: allProjectors() });
    for (let left = SETTLED; left > 0; left -= 50) {
      const blocks = this.#following(this.settled.at(-1), 50, SETTLED_CROWD);
      await this.#writer.append(blocks);
      this.settled.push(...blocks);
    }
    await this.live();
  }

  /** One thing that happens to a chain: blocks arrive, or replace others down to the settled ones. */
  async live(): Promise<void> {
    const height = this.#unsettled.length;
    const mustGoBack = height > UNSETTLED;
    const depth =
      height > 0 && (mustGoBack || this.#random.chance(0.5)) ? this.#random.between(1, height) : 0;
    this.#unsettled = this.#unsettled.slice(0, height - depth);
    this.#branch++;
    const parent = this.#unsettled.at(-1) ?? this.settled.at(-1);
    const blocks = this.#following(parent, this.#random.between(1, 8), CROWD_AT_HEAD);
    await (depth > 0 ? this.#writer!.replace(blocks) : this.#writer!.append(blocks));
    this.#unsettled.push(...blocks);
  }

  #following(parent: VerifiedBlock | undefined, count: number, crowd: readonly MadeTransaction[]) {
    const blocks: VerifiedBlock[] = [];
    for (let before = parent; blocks.length < count; before = blocks.at(-1)) {
      const number = (before?.header.number ?? FIRST - 1) + 1;
      blocks.push(verifiedBlock(number, String(this.#branch), before?.hash ?? Buffer.alloc(32, 1), crowd));
    }
    return blocks;
  }

  async end(): Promise<void> {
    this.#writer?.close();
    await this.#pool?.end();
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a row of any feed
type FeedRow = any;

/** What tells a row of each feed from all others, and the rows of one transaction, newest first. */
const FEEDS = {
  transactions: {
    list: 'transactions',
    keyOf: ({ hash }: FeedRow) => hash,
    keysOf: (hash: string) => [hash],
  },
  'internal-transfers': {
    list: 'transfers',
    keyOf: ({ txHash, callPath, valueWei }: FeedRow) => `${txHash} ${callPath} ${valueWei}`,
    keysOf: (hash: string, index: number) =>
      index % 2 === 1 ? [] : [`${hash} 00000001 2`, `${hash} 00000000 1`],
  },
  'token-transfers': {
    list: 'transfers',
    keyOf: ({ txHash, logIndex, tokenId }: FeedRow) => `${txHash} ${logIndex} ${tokenId}`,
    keysOf: (hash: string, index: number, firstLog: number) => {
      if (index % 2 === 1) return [];
      const places = index % 4 === 0 ? ['0 2', '0 1'] : ['1 undefined', '0 undefined'];
      return places.map((place) => `${hash} ${firstLog + Number(place[0])} ${place.slice(2)}`);
    },
  },
} as const;

type Feed = keyof typeof FEEDS;
const NAMES = Object.keys(FEEDS) as Feed[];

const writing = new Writing();
afterAll(() => writing.end());
const service = useService({
  firstBlock: FIRST,
  fill: ({ options }) => writing.begin(options.connectionString!),
});

/** What a feed serves down to a block, read page by page, in order. */
async function walked(feed: Feed, pageSize: number, lowest: number): Promise<FeedRow[]> {
  const rows: FeedRow[] = [];
  let cursor = '';
  do {
    const query = `limit=${pageSize}${cursor && `&cursor=${cursor}`}`;
    const { status, json } = await service.get(`addresses/${hex(busy)}/${feed}?${query}`);
    expect(status).toBe(200);
    rows.push(...json.data[FEEDS[feed].list]);
    cursor = json.data.nextCursor;
  } while (cursor !== undefined && rows.at(-1).blockNumber >= lowest);
  return rows;
}

/** The keys of the settled rows of a feed, newest first. */
function settledKeys(feed: Feed): string[] {
  const ascending = writing.settled.flatMap(({ transactions, receipts }) => {
    let firstLog = 0;
    return transactions.map(({ hash }, index) => {
      const keys = FEEDS[feed].keysOf(hex(hash), index, firstLog);
      firstLog += receipts[index]!.logs.length;
      return keys;
    });
  });
  return ascending.reverse().flat();
}

const expectedKeys = new Map<Feed, readonly string[]>();

/** Fails unless no row comes twice, all come newest first, and the settled ones are the newest there are. Returns how many those are. */
function judged(feed: Feed, rows: readonly FeedRow[]): number {
  const keys = rows.map(FEEDS[feed].keyOf);
  expect(new Set(keys).size).toBe(keys.length);
  const isAfter = (a: FeedRow, b: FeedRow) =>
    a.blockNumber === b.blockNumber ? a.txIndex <= b.txIndex : a.blockNumber < b.blockNumber;
  expect(rows.findIndex((row, at) => at > 0 && !isAfter(row, rows[at - 1]))).toBe(-1);
  const settled = keys.slice(rows.findIndex(({ blockNumber }) => blockNumber < FIRST + SETTLED));
  const expected = expectedKeys.get(feed) ?? settledKeys(feed);
  expectedKeys.set(feed, expected);
  // Not `toEqual`: the difference of long lists takes minutes to print.
  expect([feed, settled.findIndex((key, at) => key !== expected[at])]).toEqual([feed, -1]);
  return settled.length;
}

/** Has blocks arrive and be replaced while work is under way; gives how often that happened. */
async function whileLiving(work: () => Promise<unknown>): Promise<number> {
  let working = true;
  let changes = 0;
  const life = (async () => {
    for (; working; changes++) {
      await writing.live();
      await setTimeout(20);
    }
  })();
  await work().finally(() => {
    working = false;
  });
  await life;
  return changes;
}

describe('while blocks arrive and are replaced, feeds of 100,000 rows', () => {
  it('R-064, R-065, R-289, R-290, R-291: lose no row and repeat none in pages from the newest to the oldest', async () => {
    const changes = await whileLiving(() =>
      Promise.all(
        NAMES.map(async (feed) => {
          const rows = await walked(feed, 100, FIRST);
          expect(judged(feed, rows)).toBe(SETTLED * TRANSACTIONS);
        }),
      ),
    );
    expect(changes).toBeGreaterThan(20);
  }, 180_000);

  it('R-064, R-065: do so in small pages through the very blocks that are replaced', async () => {
    const changes = await whileLiving(async () => {
      for (let times = 0; times < 10; times++)
        for (const feed of NAMES)
          expect(judged(feed, await walked(feed, 20, FIRST + SETTLED))).toBeGreaterThan(0);
    });
    expect(changes).toBeGreaterThan(20);
  }, 180_000);
});
