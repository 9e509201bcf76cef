import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the engine looks up is found by hashes of four bytes; statements compare the values as well. */
export class NarrowEngineLookups1795824003010 implements MigrationInterface {
  readonly name = 'NarrowEngineLookups1795824003010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX fact_subject_lookup');
    await runner.query(
      'CREATE INDEX fact_subject_lookup ON fact (hashbytea(subject), (hashbytea(key) # source))',
    );
    await runner.query(recordsOfUnknownCode('hashbytea(subject) = hashbytea(address) AND subject = address'));
    await runner.query('ALTER TABLE dependency DROP CONSTRAINT dependency_pkey');
    // The third tells one reader from the many of a popular value.
    await runner.query(
      'CREATE INDEX dependency_lookup ON dependency (hashbytea(read_subject), hashtext(read_key), (hashbytea(subject) # definition))',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX dependency_lookup');
    await runner.query(
      'ALTER TABLE dependency ADD PRIMARY KEY (read_subject, read_key, subject, definition)',
    );
    await runner.query('DROP INDEX fact_subject_lookup');
    await runner.query('CREATE INDEX fact_subject_lookup ON fact (subject, source, key)');
    await runner.query(recordsOfUnknownCode('subject = address'));
  }
}

/** As it was, with another condition for the subject. */
const recordsOfUnknownCode = (isSubject: string): string => `
CREATE OR REPLACE FUNCTION records_of_unknown_code(address bytea, at_block int8, first_block int8) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  SELECT DISTINCT records
  FROM evaluated_range, unnest(ranges) run
  WHERE records LIKE '%state_diff' AND (at_block IS NULL OR run @> at_block) AND lower(run) > first_block
    AND NOT EXISTS (
      SELECT FROM fact
      WHERE ${isSubject} AND source IN (SELECT id FROM fact_source WHERE text LIKE '{"kind":"code"%')
        AND block_number BETWEEN lower(run) AND upper(run) - 1
    )
$$`;
