import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { createDatabase, type TestDatabase } from '../../../test/fixture/database.js';
import { createPool } from '../../platform/postgres/pool.js';
import { packValue, unpackValue } from './packed-value.js';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createDatabase({ migrated: true });
  pool = createPool(database.url);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const WORD = `0x${'00'.repeat(12)}${'a1'.repeat(20)}`;
const VALUES: readonly unknown[] = [
  ...[WORD, 'true', '', '0x', `0x${'0'.repeat(64)}`, `0x${'01'.repeat(8)}`],
  // Odd, in capitals, too short, after one another, and longer than a count can say.
  ...[`0x${'a'.repeat(17)}`, `0x${'AB'.repeat(20)}`, '0x1234', `${WORD}${WORD}`, `0x${'01'.repeat(600)}`],
  // Control characters are escaped in JSON; others take several bytes.
  ...['\u0001\u0002\u0000', `ключ ${WORD} €`, '\\u0001', `"0x${'01'.repeat(20)}\\`],
  { hash: `0x${'b2'.repeat(32)}`, implementation: WORD, destroyed: false, of: [WORD, 1] },
];

it.each(VALUES.map((value) => JSON.stringify(value)))(
  'comes back exactly, in SQL as well: %s',
  async (json) => {
    const packed = packValue(json);
    expect(unpackValue(packed)).toBe(json);
    const { rows } = await pool.query('SELECT fact_value($1) AS value', [packed]);
    expect(rows[0].value).toBe(json);
  },
);

it('reads the text of an older database', () => {
  expect(unpackValue(Buffer.from(JSON.stringify(WORD)))).toBe(JSON.stringify(WORD));
});

it('takes a third of an address in a word', () => {
  expect(packValue(JSON.stringify(WORD)).length).toBe(25);
});
