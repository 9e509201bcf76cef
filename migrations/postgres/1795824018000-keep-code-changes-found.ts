import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tracked calls look codes up during a fill: without this index each look-up reads every change of the range. */
export class KeepCodeChangesFound1795824018000 implements MigrationInterface {
  readonly name = 'KeepCodeChangesFound1795824018000';

  async up(runner: QueryRunner): Promise<void> {
    await replace(runner, 'code_change_address', 'code_change_lookup');
  }

  async down(runner: QueryRunner): Promise<void> {
    await replace(runner, 'code_change_lookup', 'code_change_address');
  }
}

/** A long fill that was broken off may have dropped the old one. */
async function replace(runner: QueryRunner, old: string, name: string): Promise<void> {
  await runner.query('DELETE FROM deferred_index WHERE name = $1', [old]);
  await runner.query(`DROP INDEX IF EXISTS ${old}`);
  await runner.query(`CREATE INDEX ${name} ON code_change (address, block_number, tx_index)`);
}
