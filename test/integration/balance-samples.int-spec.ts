import { expect, it } from '@jest/globals';
import { createPool } from '../../src/platform/postgres/pool.js';
import { chooseSamples, WINDOW_BLOCKS } from '../../src/projection/balance/sample-store.js';
import { addressOf } from '../e2e/fixture/bytes.js';
import { createDatabase } from '../fixture/database.js';

it('looks at a token less often as it ages, and at least once in sixteen cells', async () => {
  const database = await createDatabase({ migrated: true });
  const pool = createPool(database.url);
  const client = await pool.connect();
  try {
    const token = addressOf('token');
    // Two blocks in each of fifty windows.
    await client.query(
      `INSERT INTO balance_sample SELECT $1, cell, cell * ${WINDOW_BLOCKS} + at, '{}', false
       FROM generate_series(1, 50) cell, generate_series(0, 1) at`,
      [token],
    );
    const { chosen } = await chooseSamples(client, [token]);
    const places = chosen.map(({ blockNumber }) => blockNumber / WINDOW_BLOCKS);
    const twice = [1, 2, 4, 8, 16, 32].flatMap((cell) => [cell, cell + 1 / WINDOW_BLOCKS]);
    expect(places).toEqual([...twice, 48]);
  } finally {
    client.release();
    await pool.end();
    await database.drop();
  }
}, 60_000);
