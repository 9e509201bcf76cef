import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A tracked run always reads the code of its contract: no row says so. Its blocks take four bytes, and writers take ids by hundreds. */
export class ImplyCodeOfRuns1795824019200 implements MigrationInterface {
  readonly name = 'ImplyCodeOfRuns1795824019200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM tracked_place USING tracked_run
      WHERE run_id = id AND kind = 'c' AND address = contract AND NOT is_missing`);
    await runner.query(
      'ALTER TABLE tracked_run ALTER COLUMN since_block TYPE int4, ALTER COLUMN known_by TYPE int4',
    );
    await runner.query(`ALTER TABLE tracked_run ALTER COLUMN id SET INCREMENT BY ${IDS_AT_ONCE}`);
    await runner.query(`
      -- What runs read. A run that lacks the code of its contract is there twice.
      CREATE VIEW tracked_read AS
      SELECT address, kind, slot, run_id, is_missing FROM tracked_place
      UNION ALL SELECT contract, 'c', '\\x', id, false FROM tracked_run`);
    await rewrite(runner, PLACES, READS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await rewrite(runner, READS, PLACES);
    await runner.query('DROP VIEW tracked_read');
    await runner.query('ALTER TABLE tracked_run ALTER COLUMN id SET INCREMENT BY 1');
    await runner.query(
      'ALTER TABLE tracked_run ALTER COLUMN since_block TYPE int8, ALTER COLUMN known_by TYPE int8',
    );
    await runner.query(`
      INSERT INTO tracked_place (address, kind, slot, run_id, is_missing)
      SELECT contract, 'c', '\\x', id, false FROM tracked_run
      WHERE NOT EXISTS (SELECT FROM tracked_place WHERE run_id = id AND kind = 'c' AND address = contract)`);
  }
}

const IDS_AT_ONCE = 256;
const PLACES = `tracked_place WHERE address = changed.address AND kind = 'c'`;
const READS = `tracked_read WHERE address = changed.address AND kind = 'c'`;

async function rewrite(runner: QueryRunner, before: string, after: string): Promise<void> {
  const [{ definition }] = await runner.query(
    `SELECT pg_get_functiondef('affected_runs'::regproc) AS definition`,
  );
  if (!definition.includes(before)) throw new Error('affected_runs is not as it was');
  await runner.query(definition.replace(before, () => after));
}
