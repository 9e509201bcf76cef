import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A log of what was claimed when, that anyone can check for having said the same to everybody (C2SP tlog-tiles). */
export class CreateTransparencyLog1795737600300 implements MigrationInterface {
  readonly name = 'CreateTransparencyLog1795737600300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE log_head (
        is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
        size    int8 NOT NULL
      )`);
    await runner.query('INSERT INTO log_head (size) VALUES (0)');
    await runner.query(`
      CREATE TABLE log_entry (
        index int8 PRIMARY KEY,
        entry bytea NOT NULL
      )`);
    await runner.query(`
      -- Hashes of a level of the tree, up to 256 of 32 bytes.
      CREATE TABLE log_tile (
        level  int2 NOT NULL,
        index  int8 NOT NULL,
        hashes bytea NOT NULL,
        PRIMARY KEY (level, index)
      )`);
    await runner.query(`
      CREATE TABLE log_checkpoint (
        size      int8 PRIMARY KEY,
        root      bytea NOT NULL,
        -- A signed note.
        note      text NOT NULL,
        signed_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      -- Which leaf logs the claims of which blocks.
      CREATE TABLE log_batch (
        definition_set text NOT NULL,
        from_block     int8 NOT NULL,
        to_block       int8 NOT NULL,
        leaf_index     int8 NOT NULL,
        root           bytea NOT NULL,
        PRIMARY KEY (definition_set, from_block)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE log_batch, log_checkpoint, log_tile, log_entry, log_head');
  }
}
