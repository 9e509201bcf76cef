import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Definitions ask for view calls. What changed of them is left here until claims are judged again. */
export class TrackViews1795651500000 implements MigrationInterface {
  readonly name = 'TrackViews1795651500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Calls that ran again over blocks that were there before; emptied by who reads them, in the same transaction.
      CREATE TABLE tracked_change (
        contract   bytea NOT NULL,
        data       bytea NOT NULL,
        -- The first block at which the result may differ.
        from_block int8 NOT NULL,
        PRIMARY KEY (contract, data)
      )`);
    // Unique, so that fills keep it: ingestion itself looks for the runs that begin in its blocks.
    await dropIndex(runner);
    await runner.query('CREATE UNIQUE INDEX tracked_run_since ON tracked_run (since_block, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner);
    await runner.query('CREATE INDEX tracked_run_since ON tracked_run (since_block)');
    await runner.query('DROP TABLE tracked_change');
  }
}

/** A fill that was killed may have dropped it already. */
async function dropIndex(runner: QueryRunner): Promise<void> {
  await runner.query('DROP INDEX IF EXISTS tracked_run_since');
  await runner.query("DELETE FROM deferred_index WHERE name = 'tracked_run_since'");
}
