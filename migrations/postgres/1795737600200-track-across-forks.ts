import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tracked calls go on in the next fork. The projection is rebuilt: until now spans ended with their fork. */
export class TrackAcrossForks1795737600200 implements MigrationInterface {
  readonly name = 'TrackAcrossForks1795737600200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Blocks inside of tracked spans from which on other rules of execution hold: every call runs again there.
      CREATE TABLE tracked_fork (
        first_block int8 PRIMARY KEY
      )`);
    await runner.query("DELETE FROM checkpoint WHERE reader = 'tracking'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE tracked_fork');
    await runner.query("DELETE FROM checkpoint WHERE reader = 'tracking'");
  }
}
