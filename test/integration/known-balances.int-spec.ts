import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { createPool } from '../../src/platform/postgres/pool.js';
import { TokenBalanceReader } from '../../src/projection/balance/token-balance.reader.js';
import { aBlock } from '../e2e/fixture/block-row.js';
import { addressOf, hex } from '../e2e/fixture/bytes.js';
import { cover, insert } from '../e2e/fixture/store-chain.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { newViews } from '../fixture/new-views.js';

const BLOCKS = [100, 101, 102, 103];
const [token, alice, bob] = ['token', 'alice', 'bob'].map(addressOf) as [Buffer, Buffer, Buffer];

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createDatabase({ migrated: true });
  pool = createPool(database.url);
  for (const number of BLOCKS) await insert(pool, 'block', aBlock(number, []));
  await cover(pool, 'blocks', BLOCKS);
  await cover(pool, 'state_diff', []);
  for (const holder of [alice, bob])
    await insert(pool, 'balance_read', { token, holder, block_number: 101, value: Buffer.from('64', 'hex') });
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

it('without state diffs, the balance that a token returned counts until the holder transfers again', async () => {
  const reader = new TokenBalanceReader(pool, newViews());
  const balance = (holder: Buffer, block: number) => reader.balance(hex(token), hex(holder), 100, block);
  expect(await balance(alice, 103)).toMatchObject({ isCovered: true, recorded: '100' });
  await insert(pool, 'transfer', {
    ...{ block_number: 102, tx_index: 0, log_index: 0, batch_index: 0 },
    ...{ token, shape: 1, from_address: alice, to_address: addressOf('somebody'), value: 100 },
  });
  expect(await balance(alice, 101)).toMatchObject({ isCovered: true, recorded: '100' });
  for (const block of [102, 103]) {
    expect(await balance(alice, block)).toMatchObject({ isCovered: true });
    expect(await balance(alice, block)).not.toHaveProperty('recorded');
  }
  expect(await balance(bob, 103)).toMatchObject({ isCovered: true, recorded: '100' });
});
