import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateEventStore1795132800001 implements MigrationInterface {
  readonly name = 'CreateEventStore1795132800001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE chain_event (
        position      int8 PRIMARY KEY,
        kind          text NOT NULL,
        block_number  int8 NOT NULL,
        block_hash    bytea NOT NULL CHECK (length(block_hash) = 32),
        -- The verified bundle of a BlockAppended, empty otherwise.
        payload       bytea NOT NULL,
        -- sha256 over the digest before it and this event: a changed, lost or inserted event breaks the chain.
        chain_digest  bytea NOT NULL CHECK (length(chain_digest) = 32),
        recorded_at   timestamptz NOT NULL DEFAULT now()
      )`);
    // lz4 where it is built in; the default method took a tenth of a backfill's processor time.
    await runner.query(`
      DO $$ BEGIN
        ALTER TABLE chain_event ALTER COLUMN payload SET COMPRESSION lz4;
      EXCEPTION WHEN feature_not_supported THEN
        ALTER TABLE chain_event ALTER COLUMN payload SET STORAGE EXTERNAL;
      END $$`);
    await runner.query(`
      CREATE FUNCTION refuse_change_of_events() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'chain_event is append-only';
      END $$`);
    await runner.query(`
      CREATE TRIGGER chain_event_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON chain_event
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_events()`);
    await runner.query('REVOKE UPDATE, DELETE, TRUNCATE ON chain_event FROM PUBLIC');

    // Which of the appended blocks stand now: the fold of BlockAppended and BlockOrphaned that the writer itself needs.
    await runner.query(`
      CREATE TABLE canonical_block (
        number      int8 PRIMARY KEY,
        hash        bytea NOT NULL,
        parent_hash bytea NOT NULL,
        timestamp   int8 NOT NULL,
        position    int8 NOT NULL
      )`);

    // One row: the fencing epoch. A writer that reads a higher one than its own has lost its lease.
    await runner.query(`
      CREATE TABLE writer_epoch (
        only_row bool PRIMARY KEY DEFAULT true CHECK (only_row),
        epoch    int8 NOT NULL
      )`);
    await runner.query('INSERT INTO writer_epoch (epoch) VALUES (0)');

    await runner.query(`
      CREATE TABLE checkpoint (
        reader       text PRIMARY KEY,
        -- Position of the last event this reader has handled; 0 before the first.
        position     int8 NOT NULL,
        epoch        int8 NOT NULL
      )`);

    await runner.query(`
      CREATE TABLE finality (
        only_row bool PRIMARY KEY DEFAULT true CHECK (only_row),
        number   int8 NOT NULL,
        hash     bytea NOT NULL,
        position int8 NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE finality, checkpoint, writer_epoch, canonical_block, chain_event');
    await runner.query('DROP FUNCTION refuse_change_of_events');
  }
}
