import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lookups of facts as functions: a cluster runs them by themselves (`name-lookups`). */
export class NameFactLookups1795824100010 implements MigrationInterface {
  readonly name = 'NameFactLookups1795824100010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION has_facts(account bytea) RETURNS TABLE (yes boolean) LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT EXISTS (SELECT 1 FROM fact WHERE ${OF_ACCOUNT})
      $$`);
    await runner.query(`
      CREATE FUNCTION code_facts(account bytea) RETURNS TABLE (block_number int4) LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT block_number FROM fact WHERE ${OF_ACCOUNT} AND source IN (${CODE_SOURCES})
      $$`);
    await runner.query(recordsOfUnknownCode('code_facts(address) WHERE'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      recordsOfUnknownCode(
        `fact WHERE hashbytea(subject) = hashbytea(address) AND subject = address AND source IN (${CODE_SOURCES}) AND`,
      ),
    );
    await runner.query('DROP FUNCTION has_facts, code_facts');
  }
}

const OF_ACCOUNT = 'hashbytea(subject) = hashbytea(account) AND subject = account';
const CODE_SOURCES = `SELECT id FROM fact_source WHERE text LIKE '{"kind":"code"%'`;

const recordsOfUnknownCode = (facts: string): string => `
CREATE OR REPLACE FUNCTION records_of_unknown_code(address bytea, at_block int8, first_block int8) RETURNS SETOF text
LANGUAGE sql STABLE AS $$
  SELECT DISTINCT records
  FROM evaluated_range, unnest(ranges) run
  WHERE records LIKE '%state_diff' AND (at_block IS NULL OR run @> at_block) AND lower(run) > first_block
    AND NOT EXISTS (SELECT 1 FROM ${facts} block_number BETWEEN lower(run) AND upper(run) - 1)
$$`;
