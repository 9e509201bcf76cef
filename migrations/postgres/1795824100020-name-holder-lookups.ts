import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lookups of holders as functions: a cluster runs them by themselves (`name-lookups`). */
export class NameHolderLookups1795824100020 implements MigrationInterface {
  readonly name = 'NameHolderLookups1795824100020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION top_holders(of_token bytea, below numeric, after_holder bytea, at_most int8)
      RETURNS TABLE (measure text, holder bytea, balance numeric, last int4) LANGUAGE sql STABLE PARALLEL SAFE AS $$
        ${top('amount')} UNION ALL ${top('items')}
      $$`);
    await runner.query(`
      CREATE FUNCTION last_active(of_token bytea, from_block int8, to_block int8) RETURNS TABLE (senders int8, receivers int8)
      LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT (${active('last_sent')}), (${active('last_received')}) $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION top_holders, last_active');
  }
}

const OF_TOKEN = 'hashbytea(token) = hashbytea(of_token) AND token = of_token';

const top = (measure: string): string => `
        (SELECT '${measure}', holder, ${measure}, greatest(last_sent, last_received) FROM token_holder
         WHERE ${OF_TOKEN} AND ${measure} > 0 AND (-${measure}, holder) > (-below, after_holder)
         ORDER BY -${measure}, holder LIMIT at_most)`;

const active = (last: string): string =>
  `SELECT count(*) FROM token_holder WHERE ${OF_TOKEN} AND ${last} BETWEEN from_block AND to_block`;
