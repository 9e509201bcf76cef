import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes of places end where the runs of a place begin, so that equal keys are stored once. */
export class NarrowTrackingLookups1795824003030 implements MigrationInterface {
  readonly name = 'NarrowTrackingLookups1795824003030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ${Object.keys(WIDE).join(', ')}`);
    for (const [name, key] of Object.entries(NARROW)) await runner.query(`CREATE INDEX ${name} ON ${key}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ${Object.keys(NARROW).join(', ')}`);
    for (const [name, key] of Object.entries(WIDE))
      await runner.query(`CREATE UNIQUE INDEX ${name} ON ${key}`);
  }
}

const NARROW = {
  tracked_place_slot_lookup: "tracked_place (address, slot) WHERE kind = 's'",
  tracked_place_code_lookup: "tracked_place (address) WHERE kind = 'c'",
  tracked_place_account_lookup: "tracked_place (address) WHERE kind = 'a'",
  tracked_place_run_lookup: 'tracked_place (run_id)',
  tracked_run_since_lookup: 'tracked_run (since_block)',
};

const WIDE = {
  tracked_place_slot: "tracked_place (address, slot, run_id) WHERE kind = 's'",
  tracked_place_code: "tracked_place (address, run_id) WHERE kind = 'c'",
  tracked_place_account: "tracked_place (address, run_id) WHERE kind = 'a'",
  tracked_place_run: 'tracked_place (run_id, address, kind, slot)',
  tracked_run_since: 'tracked_run (since_block, id)',
};
