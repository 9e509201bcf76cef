import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index of the claim that a segment is of, in place of a key of the whole row: segments of one claim are stored as one entry. */
export class NarrowSegmentLookups1795824003040 implements MigrationInterface {
  readonly name = 'NarrowSegmentLookups1795824003040';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE proof_segment DROP CONSTRAINT proof_segment_pkey');
    await runner.query(
      'CREATE INDEX proof_segment_subject_lookup ON proof_segment (subject, definition, object)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX proof_segment_subject_lookup');
    await runner.query(
      'ALTER TABLE proof_segment ADD PRIMARY KEY (definition_set, subject, definition, object, start_block)',
    );
  }
}
