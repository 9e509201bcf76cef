import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which recorded answers a proof showed, and whether the code of every address told of has been asked for. */
export class ProveOpenings1795564800340 implements MigrationInterface {
  readonly name = 'ProveOpenings1795564800340';

  async up(runner: QueryRunner): Promise<void> {
    // What was recorded before was taken at a node's word.
    await runner.query('ALTER TABLE recorded_read ADD COLUMN is_proven boolean NOT NULL DEFAULT false');
    // At which block of a range an address was first told of, so that a reorganisation knows whom what stays still concerns.
    await runner.query(`
      CREATE TABLE opening_touch (
        subject      bytea NOT NULL,
        block_number int8 NOT NULL,
        PRIMARY KEY (subject, block_number)
      )`);
    await runner.query('CREATE INDEX opening_touch_by_block ON opening_touch (block_number)');
    // One row once all that is stored has been asked about: facts from before this migration were not.
    await runner.query(
      'CREATE TABLE openings_asked (only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row))',
    );
    await runner.query('INSERT INTO openings_asked SELECT true WHERE NOT EXISTS (SELECT FROM fact)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE openings_asked, opening_touch');
    await runner.query('ALTER TABLE recorded_read DROP COLUMN is_proven');
  }
}
