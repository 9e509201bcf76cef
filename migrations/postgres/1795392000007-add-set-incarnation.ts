import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddSetIncarnation1795392000007 implements MigrationInterface {
  readonly name = 'AddSetIncarnation1795392000007';

  async up(runner: QueryRunner): Promise<void> {
    // Another one whenever the fact events of a set begin anew: who follows them from outside then begins anew, too.
    await runner.query(
      'ALTER TABLE definition_set ADD COLUMN incarnation uuid NOT NULL DEFAULT gen_random_uuid()',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE definition_set DROP COLUMN incarnation');
  }
}
