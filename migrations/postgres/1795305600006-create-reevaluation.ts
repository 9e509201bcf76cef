import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What definition sets were made of beyond their rules, and how far one is evaluated in place of another. */
export class CreateReevaluation1795305600006 implements MigrationInterface {
  readonly name = 'CreateReevaluation1795305600006';

  async up(runner: QueryRunner): Promise<void> {
    // Every registry that was ever consulted, as it stood.
    await runner.query(`
      CREATE TABLE published_binding (
        id      text NOT NULL,
        digest  text NOT NULL,
        source  text NOT NULL,
        -- Periods of membership by key.
        members jsonb NOT NULL,
        PRIMARY KEY (id, digest)
      )`);
    await runner.query(`
      CREATE TABLE set_binding (
        definition_set int2 NOT NULL,
        binding        text NOT NULL,
        digest         text NOT NULL,
        PRIMARY KEY (definition_set, binding)
      )`);
    // The registers that the definitions of a set read: what was extracted under it.
    await runner.query(`
      CREATE TABLE set_source (
        definition_set int2 NOT NULL,
        source         int4 NOT NULL,
        PRIMARY KEY (definition_set, source)
      )`);
    await runner.query(`
      CREATE TABLE reevaluation (
        definition_set int2 PRIMARY KEY,
        -- The set in whose place it comes, and how far the log was evaluated under that one.
        old_set        int2 NOT NULL,
        position       int8 NOT NULL,
        -- Where to go on: JSON of a step.
        step           jsonb NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE published_binding, set_binding, set_source, reevaluation');
  }
}
