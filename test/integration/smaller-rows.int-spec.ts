import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { createPool } from '../../src/platform/postgres/pool.js';
import {
  dropReadIndexes,
  missingReadIndexes,
  restoreReadIndexes,
} from '../../src/platform/postgres/read-indexes.js';
import { createDatabase } from '../fixture/database.js';
import { OlderDatabase } from '../fixture/older-database.js';

const PROOF = '{"attributeId":"asset:erc20","referenceBlock":7}';
/** Rows in the old form: calls three deep, one of them reverted, a CALLCODE, and calls without value. */
const OLD_ROWS = `
INSERT INTO frame (block_number, tx_index, path, type, from_address, to_address, value, gas, gas_used, input_size, output_size, reverted)
SELECT block, tx, decode('0000' || path, 'hex'), type, sha256(decode(path, 'hex')), CASE WHEN path <> '0003' THEN sha256(path::bytea) END,
       value, 1, 1, 0, 0, path LIKE '0001%'
FROM generate_series(5, 7) block, generate_series(0, 2) tx,
  (VALUES ('', 0, 9), ('0000', 0, 0), ('0001', 0, 3), ('00010000', 5, 4), ('0002', 1, 8), ('0003', 4, 2)) made (path, type, value)
WHERE tx < 2 OR path = ''`;

describe('the rows of an older database', () => {
  let database: OlderDatabase;
  let source: DataSource;
  let pool: Pool;
  beforeAll(async () => {
    database = await OlderDatabase.start();
    ({ pool, source } = database);
    await database.backBefore('PackProofs1795651202000');
    await pool.query(OLD_ROWS);
    await pool.query("INSERT INTO checkpoint VALUES ('frame', 12, 3), ('log', 12, 3)");
    await pool.query(
      `INSERT INTO proof_segment (definition_set, subject, definition, object, start_block, interval_start, reference_block, proof_hash,
                                  proof, position, evaluated_at)
       VALUES (1, '\\x01', 1, '', 7, 7, 7, sha256($1), $2, 1, 1)`,
      [Buffer.from(PROOF), PROOF],
    );
  });
  afterAll(() => database?.stop());

  const interactions = async (): Promise<unknown[]> =>
    (
      await pool.query(
        'SELECT (block_number, tx_index, from_address, to_address, succeeded, flags)::text AS row FROM interaction ORDER BY 1',
      )
    ).rows;

  it('are found as before, even if a fill that dropped indexes was killed', async () => {
    const { rows: places } = await pool.query(`
      SELECT block_number, tx_index, path, type, from_address, to_address, value, reverted, (
        SELECT count(*)::int4 FROM frame earlier
        WHERE earlier.block_number = moved.block_number AND earlier.tx_index = moved.tx_index AND earlier.path < moved.path
      ) AS ordinal
      FROM internal_transfer moved ORDER BY block_number, tx_index, path`);
    expect(places).toHaveLength(18);
    const before = await interactions();
    await dropReadIndexes(pool);

    await source.runMigrations();

    const { rows: moved } = await pool.query(`
      SELECT block_number, tx_index, path, type, from_address, to_address, value, reverted, ordinal
      FROM internal_transfer ORDER BY block_number, tx_index, ordinal`);
    expect(moved).toEqual(places);
    expect(await interactions()).toEqual(before);
    const { rows: checkpoints } = await pool.query('SELECT reader, position FROM checkpoint');
    expect(checkpoints).toEqual([{ reader: 'internal_transfer', position: 12 }]);
    const { rows: proofs } = await pool.query('SELECT proof_text(proof_segment) AS proof FROM proof_segment');
    expect(proofs).toEqual([{ proof: PROOF }]);

    await restoreReadIndexes(pool);
    expect(await missingReadIndexes(pool)).toEqual([]);
    const fresh = await createDatabase({ migrated: true });
    const other = createPool(fresh.url);
    const indexes = "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1";
    expect((await pool.query(indexes)).rows).toEqual((await other.query(indexes)).rows);
    await other.end();
    await fresh.drop();
  });
});
