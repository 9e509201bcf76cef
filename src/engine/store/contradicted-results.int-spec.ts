import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { createDatabase, type TestDatabase } from '../../../test/fixture/database.js';
import { readDefinitions } from '../../definition/read-definitions.js';
import { fromHex } from '../../domain/chain/codec/hex.js';
import { createPool } from '../../platform/postgres/pool.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import { codeValue } from '../facts/extract/code-rows.js';
import { codeRowsSource } from '../model/code-sources.js';
import { slotOf } from '../model/slots.js';
import { contradictedReads } from './contradicted-results.js';

const { catalog, bindings } = readDefinitions(false);
const CODE = catalog.sources[codeRowsSource(catalog)!]!.text;
const SLOT = catalog.sources.find(
  ({ source }) => source.kind === 'storage' && source.slot === 'eip1967_implementation',
)!.text;
const slotRead = `slot:${slotOf('eip1967_implementation')}`;
const address = (index: number) => `0x${String(index).padStart(40, '0')}`;
const word = (digits: string) => `0x${digits.padStart(64, '0')}`;

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createDatabase({ migrated: true });
  pool = createPool(database.url);
  // Two ranges that met at block 150, and another.
  await pool.query(`INSERT INTO evaluated_range VALUES ('state_diff', '{[100,200],[300,400]}')`);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function insertFact(subject: string, text: string, block: number, value: unknown): Promise<void> {
  await pool.query('INSERT INTO fact_source (text) VALUES ($1) ON CONFLICT DO NOTHING', [text]);
  await pool.query(
    `INSERT INTO fact (subject, source, key, block_number, tx_index, ordinal, is_initial, value, evidence)
     SELECT $1, id, '', $3, 0, 0, false, $4, '' FROM fact_source WHERE text = $2`,
    [fromHex(subject), text, block, value === null ? null : JSON.stringify(value)],
  );
}

async function read(
  subject: string,
  what: string,
  block: number,
  output: string,
  isProven = true,
): Promise<void> {
  await pool.query(`INSERT INTO state_read_result VALUES ($1, $2, $3, 'answered', $4, $5)`, [
    ...[fromHex(subject), what, block, fromHex(output), isProven],
  ]);
}

it('are those that differ from what earlier blocks of the same range left', async () => {
  const code = '0x6001';
  await insertFact(address(1), CODE, 120, codeValue(fromHex(code)));
  await read(address(1), 'code', 180, code);
  await insertFact(address(2), CODE, 120, codeValue(fromHex(code)));
  await read(address(2), 'code', 180, '0x6002');
  await insertFact(address(3), CODE, 120, { destroyed: 'true' });
  await read(address(3), 'code', 180, '0x');
  await insertFact(address(4), CODE, 120, { destroyed: 'true' });
  await read(address(4), 'code', 180, code, false);
  // Of another range, and of a block before the change.
  await insertFact(address(5), CODE, 120, codeValue(fromHex(code)));
  await read(address(5), 'code', 350, '0x6002');
  await read(address(5), 'code', 110, '0x6002');
  await insertFact(address(6), SLOT, 130, word('aa'));
  await read(address(6), slotRead, 180, word('aa'));
  await insertFact(address(7), SLOT, 130, word('aa'));
  await read(address(7), slotRead, 180, word('bb'));
  // Its storage ended with its code.
  await insertFact(address(8), SLOT, 130, word('aa'));
  await insertFact(address(8), CODE, 140, { destroyed: 'true' });
  await read(address(8), slotRead, 180, word('0'));
  const problems = await inTransaction(pool, (tx) => contradictedReads(tx, catalog, bindings));
  expect(problems).toEqual([
    `not so: code of ${address(2)} at the end of block 180, as it is proven, is what block 120 left`,
    `not so: code of ${address(4)} at the end of block 180, as a node said, is what block 120 left`,
    `not so: ${slotRead} of ${address(7)} at the end of block 180, as it is proven, is what block 130 left`,
  ]);
});
