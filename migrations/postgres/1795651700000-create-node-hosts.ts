import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The hosts of the nodes that blocks were read from, for reports. They are in no event, proof or digest. */
export class CreateNodeHosts1795651700000 implements MigrationInterface {
  readonly name = 'CreateNodeHosts1795651700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE node_host (
        host  text PRIMARY KEY,
        -- When a process that reads blocks from it first and last began.
        first timestamptz NOT NULL DEFAULT now(),
        last  timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS node_host');
  }
}
