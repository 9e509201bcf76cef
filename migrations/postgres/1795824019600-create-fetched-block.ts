import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Blocks that processes with `ROLE=fetch` have fetched and verified, until the writer takes them. */
export class CreateFetchedBlock1795824019600 implements MigrationInterface {
  readonly name = 'CreateFetchedBlock1795824019600';

  async up(runner: QueryRunner): Promise<void> {
    // Not logged: what a crash of the server takes is fetched again, and no standby needs it.
    await runner.query(`
      CREATE UNLOGGED TABLE fetched_block (
        number  int8 PRIMARY KEY,
        -- Who is named where the block contradicts others: the process, and the node that it asked.
        process text NOT NULL,
        node    text NOT NULL,
        -- The packed bundle, as chain_event keeps it.
        payload bytea NOT NULL
      )`);
    await runner.query('ALTER TABLE fetched_block ALTER COLUMN payload SET STORAGE EXTERNAL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS fetched_block');
  }
}
