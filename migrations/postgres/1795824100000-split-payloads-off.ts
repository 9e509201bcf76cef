import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Payloads of events have a table of their own, which a cluster distributes by block. It is the table that had them so far, without the other
 * columns: these are few bytes, and are copied instead.
 */
export class SplitPayloadsOff1795824100000 implements MigrationInterface {
  readonly name = 'SplitPayloadsOff1795824100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE chain_event RENAME TO event_payload;
      ALTER TABLE event_payload RENAME CONSTRAINT chain_event_pkey TO event_payload_pkey;
      DROP TRIGGER chain_event_is_append_only ON event_payload;
      DROP INDEX chain_event_epoch`);
    await runner.query(`
      CREATE TABLE chain_event (
        position      int8 NOT NULL,
        kind          text NOT NULL,
        block_number  int8 NOT NULL,
        block_hash    bytea NOT NULL CHECK (length(block_hash) = 32),
        -- sha256 over the digest before it and this event: a changed, lost or inserted event breaks the chain.
        chain_digest  bytea NOT NULL CHECK (length(chain_digest) = 32),
        recorded_at   timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(
      'INSERT INTO chain_event SELECT position, kind, block_number, block_hash, chain_digest, recorded_at FROM event_payload ORDER BY position',
    );
    await runner.query(`
      ALTER TABLE chain_event ADD PRIMARY KEY (position);
      CREATE UNIQUE INDEX chain_event_epoch ON chain_event (block_number) WHERE kind = 'QueueSampled'`);
    // Events without a payload have no row.
    await runner.query(`
      DELETE FROM event_payload WHERE payload = '';
      ALTER TABLE event_payload DROP COLUMN kind, DROP COLUMN block_hash, DROP COLUMN chain_digest, DROP COLUMN recorded_at,
        DROP CONSTRAINT event_payload_pkey, ADD PRIMARY KEY (block_number, position)`);
    await runner.query(refuse(`'% is append-only', TG_TABLE_NAME`));
    await refuseChanges(runner, 'chain_event', '');
    await refuseChanges(
      runner,
      'event_payload',
      `WHEN (current_setting('chainproof.compresses', true) IS DISTINCT FROM 'on')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER IF EXISTS event_payload_is_append_only ON event_payload');
    await runner.query(`
      ALTER TABLE chain_event ADD COLUMN payload bytea NOT NULL DEFAULT '';
      ALTER TABLE chain_event ALTER COLUMN payload SET STORAGE EXTERNAL, ALTER COLUMN payload DROP DEFAULT;
      ALTER TABLE chain_event DISABLE TRIGGER chain_event_is_append_only;
      UPDATE chain_event SET payload = stored.payload FROM event_payload stored WHERE stored.position = chain_event.position;
      ALTER TABLE chain_event ENABLE TRIGGER chain_event_is_append_only;
      DROP TABLE event_payload`);
    await runner.query(refuse(`'chain_event is append-only'`));
  }
}

async function refuseChanges(runner: QueryRunner, table: string, unless: string): Promise<void> {
  await runner.query(`
    CREATE TRIGGER ${table}_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table}
    FOR EACH STATEMENT ${unless} EXECUTE FUNCTION refuse_change_of_events()`);
  await runner.query(`REVOKE UPDATE, DELETE, TRUNCATE ON ${table} FROM PUBLIC`);
}

const refuse = (message: string): string => `
CREATE OR REPLACE FUNCTION refuse_change_of_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION ${message};
END $$`;
