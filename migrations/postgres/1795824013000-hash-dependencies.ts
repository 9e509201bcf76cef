import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What evaluations read of others is only compared, so that hashes of it are stored. */
export class HashDependencies1795824013000 implements MigrationInterface {
  readonly name = 'HashDependencies1795824013000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE dependency RENAME TO dependency_before');
    await runner.query('DROP INDEX dependency_lookup');
    await runner.query(`
      CREATE TABLE dependency (
        -- Hashes of the address and of what is read of it. Equal ones cost an evaluation, and change no claim.
        read_subject int8 NOT NULL,
        read_key     int4 NOT NULL,
        definition   int2 NOT NULL,
        -- It reads the result of a call.
        is_call      bool NOT NULL,
        subject      bytea NOT NULL
      )`);
    await runner.query(`
      INSERT INTO dependency
      SELECT DISTINCT hashbyteaextended(read_subject, 0), hashtext(read_key), definition,
             read_key LIKE '{"kind":"view"%' OR read_key LIKE '{"kind":"delegation"%', subject
      FROM dependency_before`);
    await runner.query('DROP TABLE dependency_before');
    // The third tells one reader from the many of a popular value.
    await runner.query(
      'CREATE INDEX dependency_lookup ON dependency (read_subject, read_key, (hashbytea(subject) # definition))',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    const [{ any }] = await runner.query('SELECT EXISTS (SELECT FROM dependency) AS any');
    if (any) throw new Error('what evaluations read is stored as hashes, and the texts cannot be made again');
    await runner.query('DROP TABLE dependency');
    await runner.query(`
      CREATE TABLE dependency (
        read_subject bytea NOT NULL,
        read_key     text NOT NULL,
        subject      bytea NOT NULL,
        definition   int2 NOT NULL
      )`);
    await runner.query(
      'CREATE INDEX dependency_lookup ON dependency (hashbytea(read_subject), hashtext(read_key), (hashbytea(subject) # definition))',
    );
  }
}
