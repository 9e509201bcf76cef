import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { fromHex, toHex } from '../../src/domain/chain/codec/hex.js';
import type { Log, StateChange, VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { HoldingsReader } from '../../src/projection/balance/holdings.reader.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { eventLog, TRANSFER, TRANSFER_SINGLE, word } from '../builder/token-log.js';
import { verifiedBlock } from '../builder/verified-block.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { newViews } from '../fixture/new-views.js';

const PROJECTORS = ['block', 'transaction', 'token', 'contract', 'coverage', 'native_balance', 'balance'];
const LIMIT = 10;

const holder = Buffer.alloc(20, 0x11);
/** Its hashes in PostgreSQL are those of the holder. */
const twin = Buffer.from('222222222222222222222222c94b637db6d1bc25', 'hex');
const other = Buffer.alloc(20, 0xbb);
const nobody = Buffer.alloc(20);

/** Answers every call with slot 0, in which no layout keeps the balance of a holder. */
const SLOT_ZERO = '5f545f5260205ff3';
/** The same, with a dispatcher that has `ownerOf(uint256)`. */
const OF_ITEMS = `5f3560e01c80636352211e14600e575b${SLOT_ZERO}`;

const token = (at: number): Buffer => Buffer.alloc(20, 0x30 + at);
const [early, busy, unindexed, items, kitties, batches] = [0, 1, 2, 3, 4, 5].map(token) as [
  ...[Buffer, Buffer, Buffer, Buffer, Buffer, Buffer],
];
const [soldOut, later, ofTwin] = [6, 7, 8].map(token) as [Buffer, Buffer, Buffer];
const TOKENS = [early, busy, unindexed, items, kitties, batches, soldOut, later, ofTwin];
const EMPTY = [soldOut, busy];
const BALANCE = 7;

const moved = (token: Buffer, from = nobody, to = holder): Log => eventLog(token, TRANSFER, [from, to], [5]);
const movedWithoutTopics = (token: Buffer): Log => eventLog(token, TRANSFER, [], [other, holder, 5]);

function chain(): VerifiedBlock[] {
  const allocation = TOKENS.map((address): StateChange => {
    const code = fromHex(`0x${address === kitties ? OF_ITEMS : SLOT_ZERO}`);
    const value = word(EMPTY.includes(address) ? 0 : BALANCE);
    const storage = value.equals(word(0)) ? [] : [{ slot: word(0), before: word(0), after: value }];
    return { address, nonce: { before: 0, after: 1 }, code, storage };
  });
  const logs = [
    [moved(early), moved(soldOut), moved(soldOut, holder, other), movedWithoutTopics(unindexed)],
    [movedWithoutTopics(kitties), eventLog(items, TRANSFER, [nobody, holder, 9])],
    [eventLog(batches, TRANSFER_SINGLE, [other, nobody, holder], [1, 5])],
    // More than a page of any list.
    Array.from({ length: 2_100 }, () => moved(busy)),
    [moved(later), moved(ofTwin, nobody, twin)],
  ];
  const blocks: VerifiedBlock[] = [{ ...verifiedBlock(0, 'odd', Buffer.alloc(32), []), allocation }];
  for (const [at, of] of logs.entries())
    blocks.push(
      verifiedBlock(at + 1, 'odd', blocks.at(-1)!.hash, [{ from: other, to: of[0]!.address, logs: of }]),
    );
  return blocks;
}

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createDatabase({ migrated: true });
  pool = createPool(database.url);
  const projectors = allProjectors().filter(({ name }) => [...PROJECTORS, 'storage'].includes(name));
  const writer = await ChainWriter.open(pool, { projectors });
  try {
    await writer.append(chain());
  } finally {
    writer.close();
  }
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const holdings = async (block?: number, limit = LIMIT, of = holder) => {
  const held = await new HoldingsReader(pool, newViews()).holdings(toHex(of), 0, limit, block);
  return { tokens: held.tokens.map(({ token }) => token), count: held.coveredTokenCount };
};
const named = (...tokens: readonly Buffer[]): string[] => tokens.map((token) => toHex(token)).sort();

it('a token of no known layout is found however many transfers came after it, and none of items is', async () => {
  const held = named(early, unindexed, later);
  expect(await holdings()).toEqual({ tokens: held, count: held.length });
});

it('a past portfolio has what was received by then', async () => {
  const held = named(early, unindexed);
  expect(await holdings(3)).toEqual({ tokens: held, count: held.length });
});

it('tokens of another address with an equal hash are not its own', async () => {
  expect(await holdings(undefined, LIMIT, twin)).toEqual({ tokens: named(ofTwin), count: 1 });
});

it('a portfolio of which not all tokens are read has no count', async () => {
  expect(await holdings(undefined, 4)).toMatchObject({ count: undefined });
});
