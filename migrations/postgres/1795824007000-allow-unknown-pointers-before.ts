import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An access list has no values before, so that a write to a proxy's slot may be known without the one that it replaced. */
export class AllowUnknownPointersBefore1795824007000 implements MigrationInterface {
  readonly name = 'AllowUnknownPointersBefore1795824007000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE slot_change ALTER before DROP NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM slot_change WHERE before IS NULL');
    await runner.query('ALTER TABLE slot_change ALTER before SET NOT NULL');
  }
}
