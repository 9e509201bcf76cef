import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Proofs by hash need no order, and pages of subjects no block. */
export class ShrinkSegmentIndexes1795651300040 implements MigrationInterface {
  readonly name = 'ShrinkSegmentIndexes1795651300040';

  async up(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'proof_segment_by_hash');
    await runner.query('CREATE INDEX proof_segment_by_hash ON proof_segment USING hash (proof_hash)');
    // Where it is not there yet, a later migration creates it as it is here.
    if (await dropIndex(runner, 'proof_segment_by_definition'))
      await runner.query(
        'CREATE INDEX proof_segment_by_definition ON proof_segment (definition, subject, object)',
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'proof_segment_by_hash');
    await runner.query('CREATE INDEX proof_segment_by_hash ON proof_segment (proof_hash)');
  }
}

/** Also one that a fill that was killed has dropped, and would build again. Returns whether it was there. */
async function dropIndex(runner: QueryRunner, name: string): Promise<boolean> {
  const found = (await runner.query(
    `SELECT FROM pg_indexes WHERE indexname = '${name}' UNION ALL SELECT FROM deferred_index WHERE name = '${name}'`,
  )) as readonly unknown[];
  await runner.query(`DROP INDEX IF EXISTS ${name}`);
  await runner.query(`DELETE FROM deferred_index WHERE name = '${name}'`);
  return found.length > 0;
}
