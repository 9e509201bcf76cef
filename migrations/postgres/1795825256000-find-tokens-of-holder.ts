import type { MigrationInterface, QueryRunner } from 'typeorm';
import { functionsOfTransfers } from './functions-of-transfers.js';

/** The index that finds a holder of a token finds all tokens of a holder, too: its key is a hash of the holder before one of the token. */
export class FindTokensOfHolder1795825256000 implements MigrationInterface {
  readonly name = 'FindTokensOfHolder1795825256000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(IN_TURN);
    await replaceLookup(runner, HOLDER_KEY);
    await runner.query(`
      CREATE FUNCTION tokens_of_holder(account bytea, at_most int8) RETURNS SETOF token_holder
      LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT * FROM token_holder
        WHERE ${HOLDER_KEY} BETWEEN ${FIRST_KEY} AND (${FIRST_KEY} | 4294967295) AND holder = account
        ORDER BY ${HOLDER_KEY} LIMIT at_most
      $$`);
    // With a limit, it is asked for each token, and never joined with all.
    await runner.query(`
      CREATE FUNCTION counts_of_token(of_token bytea) RETURNS SETOF token LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT * FROM token WHERE address = of_token LIMIT 1
      $$`);
    await runner.query('DROP FUNCTION last_received');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(IN_TURN);
    const [asked, result, body] = functionsOfTransfers(['log_transfer', 'decoded_transfer'], true).get(
      'last_received',
    )!;
    await runner.query(
      `CREATE FUNCTION last_received(${asked}) RETURNS ${result} LANGUAGE sql STABLE PARALLEL SAFE AS $$ ${body} $$`,
    );
    await runner.query('DROP FUNCTION tokens_of_holder, counts_of_token');
    await replaceLookup(runner, 'hashbyteaextended(token || holder, 0)');
  }
}

/** A cluster that has read shards side by side alters nothing in the same transaction. A single server has no such setting, and takes it. */
const IN_TURN = `SET LOCAL citus.multi_shard_modify_mode = 'sequential'`;

const HOLDER_KEY = '((hashbytea(holder)::int8 << 32) | (hashbytea(token)::int8 & 4294967295))';
const FIRST_KEY = '(hashbytea(account)::int8 << 32)';

/** Readers go on while the new index is built. */
async function replaceLookup(runner: QueryRunner, key: string): Promise<void> {
  await runner.query(`CREATE INDEX token_holder_other_lookup ON token_holder (${key})`);
  await runner.query('DROP INDEX token_holder_lookup');
  await runner.query('ALTER INDEX token_holder_other_lookup RENAME TO token_holder_lookup');
}
