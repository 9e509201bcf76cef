import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which addresses carry a claim, where the primary key begins with the subject; and blocks by hash, as evidence names them. */
export class IndexWhatPagesAsk1795737600101 implements MigrationInterface {
  readonly name = 'IndexWhatPagesAsk1795737600101';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX proof_segment_by_definition ON proof_segment (definition, subject, object)',
    );
    await runner.query('CREATE INDEX block_hash ON block (hash)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS proof_segment_by_definition, block_hash');
  }
}
