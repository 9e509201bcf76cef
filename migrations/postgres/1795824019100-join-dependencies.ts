import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Definitions of one subject mostly read the same, so that one row has them all. */
export class JoinDependencies1795824019100 implements MigrationInterface {
  readonly name = 'JoinDependencies1795824019100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE dependency RENAME TO dependency_before');
    await runner.query('DROP INDEX dependency_lookup');
    await runner.query(`
      CREATE TABLE dependency (
        -- Hashes of the address and of what is read of it. Equal ones cost an evaluation, and change no claim.
        read_subject int8 NOT NULL,
        read_key     int4 NOT NULL,
        -- They read the result of a call.
        is_call      bool NOT NULL,
        subject      bytea NOT NULL,
        -- Others may be in another row.
        definitions  int2[] NOT NULL
      )`);
    await runner.query(`
      INSERT INTO dependency
      SELECT read_subject, read_key, is_call, subject, array_agg(DISTINCT definition)
      FROM dependency_before GROUP BY 1, 2, 3, 4`);
    await runner.query('DROP TABLE dependency_before');
    // The third tells one subject from the many readers of a popular value.
    await runner.query(
      'CREATE INDEX dependency_lookup ON dependency (read_subject, read_key, hashbytea(subject))',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE dependency RENAME TO dependency_after');
    await runner.query('DROP INDEX dependency_lookup');
    await runner.query(`
      CREATE TABLE dependency (
        read_subject int8 NOT NULL,
        read_key     int4 NOT NULL,
        definition   int2 NOT NULL,
        is_call      bool NOT NULL,
        subject      bytea NOT NULL
      )`);
    await runner.query(`
      INSERT INTO dependency
      SELECT DISTINCT read_subject, read_key, definition, is_call, subject FROM dependency_after, unnest(definitions) definition`);
    await runner.query('DROP TABLE dependency_after');
    await runner.query(
      'CREATE INDEX dependency_lookup ON dependency (read_subject, read_key, (hashbytea(subject) # definition))',
    );
  }
}
