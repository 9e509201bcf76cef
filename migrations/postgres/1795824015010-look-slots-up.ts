import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Slots are found by four bytes of their hash and four of the account's. The walk over the accounts of a slot goes by hashes, too, and tokens are found by
 * them.
 */
export class LookSlotsUp1795824015010 implements MigrationInterface {
  readonly name = 'LookSlotsUp1795824015010';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`DROP INDEX ${table}_lookup`);
      await runner.query(
        `CREATE INDEX ${table}_lookup ON ${table} (hashbytea(slot), hashbytea(address), block_number)`,
      );
    }
    await runner.query('CREATE INDEX token_lookup ON token (hashbytea(address))');
    await runner.query('CREATE INDEX balance_layout_lookup ON balance_layout (hashbytea(token))');
    await runner.query(
      asFunction(
        'tokens_of_hash(of_hash int4)',
        'TABLE (address bytea)',
        'SELECT address FROM token WHERE hashbytea(address) = of_hash',
      ),
    );
    await runner.query('DROP FUNCTION next_account_of_slot');
    for (const statement of functions(
      'hashbytea(slot) = hashbytea(of_slot) AND slot = of_slot AND hashbytea(address) = hashbytea(account) AND address = account',
    ))
      await runner.query(statement);
    await runner.query(
      asFunction(
        'next_account_of_slot(of_slot bytea, above int8)',
        'TABLE (hash int4)',
        `SELECT min(next.hash) FROM (${TABLES.map(
          (table) => `
          (SELECT hashbytea(address) AS hash FROM ${table}
           WHERE hashbytea(slot) = hashbytea(of_slot) AND slot = of_slot AND hashbytea(address) > above ORDER BY hashbytea(address) LIMIT 1)`,
        ).join(' UNION ALL ')}) next`,
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION next_account_of_slot, tokens_of_hash');
    for (const statement of functions(`${SAME_SLOT} AND address = account`)) await runner.query(statement);
    await runner.query(
      asFunction(
        'next_account_of_slot(of_slot bytea, above bytea)',
        'TABLE (address bytea)',
        `SELECT address FROM storage_value WHERE ${SAME_SLOT} AND address > above ORDER BY address LIMIT 1`,
      ),
    );
    await runner.query('DROP INDEX balance_layout_lookup, token_lookup');
    for (const table of TABLES) {
      await runner.query(`DROP INDEX ${table}_lookup`);
      await runner.query(
        `CREATE INDEX ${table}_lookup ON ${table} (hashbyteaextended(slot, 0), address, block_number)`,
      );
    }
  }
}

const TABLES = ['storage_change', 'storage_answer'];
const SAME_SLOT = 'hashbyteaextended(slot, 0) = hashbyteaextended(of_slot, 0) AND slot = of_slot';
const IN_RANGE = 'block_number BETWEEN from_block AND to_block';

const functions = (isSame: string): string[] => [
  asFunction(
    'last_slot_change(account bytea, of_slot bytea, from_block int8, to_block int8)',
    'TABLE (block_number int8, after bytea)',
    `SELECT block_number, after FROM storage_change WHERE ${isSame} AND ${IN_RANGE} ORDER BY block_number DESC LIMIT 1`,
  ),
  asFunction(
    'next_slot_change(account bytea, of_slot bytea, from_block int8, to_block int8)',
    'TABLE (block_number int8, before bytea)',
    `SELECT block_number, before FROM storage_change WHERE ${isSame} AND ${IN_RANGE} ORDER BY block_number LIMIT 1`,
  ),
  asFunction(
    'last_slot_value(account bytea, of_slot bytea, from_block int8, to_block int8)',
    'TABLE (value bytea, block_number int8)',
    `SELECT value, block_number FROM storage_value WHERE ${isSame} AND ${IN_RANGE} ORDER BY block_number DESC LIMIT 1`,
  ),
  asFunction(
    'slot_values_in(of_block int8, account bytea, of_slot bytea)',
    'TABLE (value bytea)',
    `SELECT value FROM storage_value WHERE ${isSame} AND block_number = of_block`,
  ),
];

function asFunction(signature: string, result: string, body: string): string {
  return `CREATE OR REPLACE FUNCTION ${signature} RETURNS ${result} LANGUAGE sql STABLE PARALLEL SAFE AS $$ ${body} $$`;
}
