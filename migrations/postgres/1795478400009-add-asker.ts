import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Read models ask nodes about state, too: a question stands until all who asked it have their answer. */
export class AddAsker1795478400009 implements MigrationInterface {
  readonly name = 'AddAsker1795478400009';

  async up(runner: QueryRunner): Promise<void> {
    // Name of the projector that asks.
    await runner.query("ALTER TABLE pending_read ADD COLUMN asker text NOT NULL DEFAULT 'evaluation'");
    await runner.query('ALTER TABLE pending_read ALTER COLUMN asker DROP DEFAULT');
    await runner.query('ALTER TABLE pending_read DROP CONSTRAINT pending_read_pkey');
    await runner.query('ALTER TABLE pending_read ADD PRIMARY KEY (block_number, subject, what, asker)');
    await runner.query('DROP INDEX pending_read_by_subject');
    // Whether somebody has asked something already. Unique, so that a long fill keeps it.
    await runner.query(
      'CREATE UNIQUE INDEX pending_read_by_asker ON pending_read (asker, subject, what, block_number)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DELETE FROM pending_read WHERE asker <> 'evaluation'");
    await runner.query('DROP INDEX pending_read_by_asker');
    await runner.query('ALTER TABLE pending_read DROP COLUMN asker');
    await runner.query('ALTER TABLE pending_read ADD PRIMARY KEY (block_number, subject, what)');
    await runner.query(
      'CREATE UNIQUE INDEX pending_read_by_subject ON pending_read (subject, what, block_number)',
    );
  }
}
