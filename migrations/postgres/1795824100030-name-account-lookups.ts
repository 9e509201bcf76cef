import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lookups of what is known of accounts, as functions: a cluster runs them by themselves (`name-lookups`). */
export class NameAccountLookups1795824100030 implements MigrationInterface {
  readonly name = 'NameAccountLookups1795824100030';

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, result, body] of LOOKUPS)
      await runner.query(
        `CREATE FUNCTION ${name}(account bytea, from_block int8, to_block int8) RETURNS ${result}
         LANGUAGE sql STABLE PARALLEL SAFE AS $$ ${body} $$`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of LOOKUPS) await runner.query(`DROP FUNCTION ${name}`);
  }
}

const IN_RANGE = 'block_number BETWEEN from_block AND to_block';
const known = (field: string): string =>
  `account_state WHERE hashbyteaextended(address, 0) = hashbyteaextended(account, 0) AND address = account AND ${field} IS NOT NULL AND ${IN_RANGE}`;

/** Name, result and statement of each. */
const LOOKUPS: readonly (readonly [string, string, string])[] = [
  [
    'last_known_nonce',
    'TABLE (block_number int8, nonce int8)',
    `SELECT block_number, nonce FROM ${known('nonce')} ORDER BY block_number DESC LIMIT 1`,
  ],
  [
    'next_known_nonce',
    'TABLE (block_number int8)',
    `SELECT block_number FROM ${known('nonce')} ORDER BY block_number LIMIT 1`,
  ],
  [
    'next_known_wei',
    'TABLE (block_number int8)',
    `SELECT min(block_number) FROM (
       (SELECT block_number FROM ${known('wei')} ORDER BY block_number LIMIT 1)
       UNION ALL
       (SELECT block_number FROM native_credit WHERE address = account AND ${IN_RANGE} ORDER BY block_number LIMIT 1)
     ) known`,
  ],
];
