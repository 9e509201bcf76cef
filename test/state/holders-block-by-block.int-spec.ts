import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { PoolClient } from 'pg';
import { fromHex, toHex } from '../../src/domain/chain/codec/hex.js';
import type { VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { claimDigest } from '../../src/engine/store/claim-digest.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { bounded } from '../bounded.js';
import { assembled } from '../builder/assembled.js';
import { verifiedBlock } from '../builder/verified-block.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { account, addressNamed } from '../fixture/evaluated-chain.js';
import { word } from './random-transaction.js';

/** Holders of a role of one contract, one more in each block. */
const HOLDERS = bounded(60, 1_200);
const FIRST = 30_000_000;
const CONTRACT = addressNamed('contract');
const GRANTED = fromHex('0x2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d');
const HAS_ROLE = assembled(
  '0 CALLDATALOAD 224 SHR 0x91d14854 EQ @has JUMPI STOP has: 1 0 MSTORE 32 0 RETURN',
);
const databases: TestDatabase[] = [];
let blocks: VerifiedBlock[];

beforeAll(() => {
  const allocation = [account(CONTRACT, toHex(HAS_ROLE))];
  blocks = [{ ...verifiedBlock(FIRST, 'made', Buffer.alloc(32), []), allocation }];
  for (let at = 1; at <= HOLDERS; at++) {
    const topics = [GRANTED, word(7n), word(BigInt(at) << 64n), word(1n)];
    const logs = [{ address: CONTRACT, topics, data: Buffer.alloc(0) }];
    const granting = [{ from: addressNamed('admin'), to: CONTRACT, logs }];
    blocks.push(verifiedBlock(FIRST + at, 'made', blocks.at(-1)!.hash, granting));
  }
});
afterAll(async () => {
  for (const database of databases) await database.drop();
});

/** Digest of the claims, and how often results of view calls were loaded, by blocks that are appended so many at a time. */
async function evaluated(atOnce: number): Promise<{ readonly digest: string; readonly loads: number }> {
  const database = await createDatabase({ migrated: true });
  databases.push(database);
  const pool = createPool(database.url);
  let loads = 0;
  pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
    client.query = ((...asked: unknown[]) => {
      if ((asked[0] as { name?: string }).name === 'results of view calls') loads += 1;
      return query(...asked);
    }) as PoolClient['query'];
  });
  const writer = await ChainWriter.open(pool, {
    projectors: allProjectors({ firstBlock: FIRST, isDemo: false }),
  });
  try {
    for (let at = 0; at < blocks.length; at += atOnce) await writer.append(blocks.slice(at, at + atOnce));
    return { digest: (await claimDigest(pool)).digest, loads };
  } finally {
    writer.close();
    await pool.end();
  }
}

it('what all blocks of a range need is loaded together, not block by block', async () => {
  const together = await evaluated(blocks.length);
  expect(together.loads).toBeGreaterThan(0);
  expect(together.loads).toBeLessThan(HOLDERS / 2);
  expect(together.digest).toBe((await evaluated(HOLDERS / 4)).digest);
});
