import { expect, it } from '@jest/globals';
import type { PoolClient } from 'pg';
import { createPool } from '../../src/platform/postgres/pool.js';
import { addSamples, type StoredSample, WINDOW_BLOCKS } from '../../src/projection/balance/sample-store.js';
import { addressOf } from '../e2e/fixture/bytes.js';
import { createDatabase } from '../fixture/database.js';

const WINDOWS = Array.from({ length: 50 }, (_, at) => at + 1);
/** Places in a window: one more block than is kept. */
const IN_WINDOW = [0, 1, 2, 3, 4, 5, 6];
const KEPT = IN_WINDOW.slice(0, -1);

it('a token is sampled less often as it ages, at least once in sixteen windows, in whatever order its blocks come', async () => {
  const database = await createDatabase({ migrated: true });
  const pool = createPool(database.url);
  const client = await pool.connect();
  try {
    const expected = [
      ...[1, 2, 4, 8, 16, 32].flatMap((window) => KEPT.map((at) => window * WINDOW_BLOCKS + at)),
      48 * WINDOW_BLOCKS,
    ].sort((one, other) => one - other);
    const flushes: Record<string, (samples: readonly StoredSample[]) => (readonly StoredSample[])[]> = {
      together: (samples) => [samples],
      alone: (samples) => samples.map((one) => [one]),
      downwards: (samples) => [...samples].reverse().map((one) => [one]),
      'in two': (samples) => [samples.slice(100), samples.slice(0, 100)],
    };
    for (const [order, inFlushes] of Object.entries(flushes)) {
      const token = addressOf(order);
      const samples = WINDOWS.flatMap((window) =>
        IN_WINDOW.map((at) => ({
          ...{ token, blockNumber: window * WINDOW_BLOCKS + at },
          holders: [addressOf(`holder ${at}`), addressOf(`another ${window}`)],
        })),
      );
      for (const some of inFlushes(samples)) await addSamples(client, some);
      expect([order, await examined(client, token)]).toEqual([order, expected]);
    }
  } finally {
    client.release();
    await pool.end();
    await database.drop();
  }
});

it('a new token is sampled at once in all its blocks, with their holders', async () => {
  const database = await createDatabase({ migrated: true });
  const pool = createPool(database.url);
  const client = await pool.connect();
  try {
    const sample = (block: number): StoredSample => ({
      ...{ token: addressOf('token'), blockNumber: block },
      holders: [addressOf(`one ${block}`), addressOf(`other ${block}`)],
    });
    expect((await addSamples(client, [sample(5), sample(9)])).chosen).toEqual([sample(5), sample(9)]);
    expect((await addSamples(client, [sample(7)])).chosen).toEqual([sample(7)]);
  } finally {
    client.release();
    await pool.end();
    await database.drop();
  }
});

async function examined(client: PoolClient, token: Buffer): Promise<number[]> {
  const { rows } = await client.query<{ block: number }>(
    'SELECT block_number AS block FROM balance_sample WHERE token = $1 AND examined ORDER BY 1',
    [token],
  );
  return rows.map(({ block }) => block);
}
