import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which addresses carry a claim: the primary key begins with the subject. */
export class IndexSubjectsOfDefinitions1795737600101 implements MigrationInterface {
  readonly name = 'IndexSubjectsOfDefinitions1795737600101';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX proof_segment_by_definition ON proof_segment (definition, subject, object, start_block)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS proof_segment_by_definition');
  }
}
