import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Claims in the order of an index, some at a time: no index has the blocks that they start at. */
export class ReadClaimsByPosition1795824800000 implements MigrationInterface {
  readonly name = 'ReadClaimsByPosition1795824800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION segments_starting');
    await runner.query(
      lookup(
        'segments_at_positions(from_position int8, to_position int8)',
        'position >= from_position AND position <= to_position',
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION segments_at_positions');
    await runner.query(
      lookup(
        'segments_starting(from_block int8, to_block int8)',
        'start_block >= from_block AND start_block <= to_block',
      ),
    );
  }
}

const lookup = (signature: string, condition: string): string => `
  CREATE FUNCTION ${signature} RETURNS SETOF proof_segment LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT * FROM proof_segment WHERE ${condition}
  $$`;
