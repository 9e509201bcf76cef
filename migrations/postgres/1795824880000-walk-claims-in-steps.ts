import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Pages of the claims of a definition walk over so many segments and no more, whether or not they held at the block: a definition may have millions
 * of claims that began later or have ended. With the last of them come all segments of its claim, as the index has a claim's in no order.
 */
export class WalkClaimsInSteps1795824880000 implements MigrationInterface {
  readonly name = 'WalkClaimsInSteps1795824880000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION segments_of_definition');
    await runner.query(WALK);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION walk_of_definition');
    await runner.query(PAGE);
  }
}

const ASKED =
  'of_set int2, of_definition int2, after_subject bytea, after_object bytea, at_block int8, evaluated int8multirange, at_most int8';
const AFTER = 'definition = of_definition AND (subject, object) > (after_subject, after_object)';
const HELD = `definition_set = of_set AND start_block <= at_block AND (end_block IS NULL OR end_block >= at_block)
       AND evaluated @> int8range(start_block, at_block, '[]')`;

/** A range refuses to end before it begins. */
const WALK = `
  CREATE FUNCTION walk_of_definition(${ASKED})
  RETURNS TABLE (subject bytea, object bytea, is_held boolean, value text, interval_start int4, reference_block int4, proof_hash bytea)
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT subject, object, CASE WHEN start_block <= at_block THEN ${HELD} ELSE false END, value, interval_start, reference_block, proof_hash
    FROM proof_segment WHERE ${AFTER}
    ORDER BY subject, object FETCH FIRST (at_most) ROWS WITH TIES
  $$`;

const PAGE = `
  CREATE FUNCTION segments_of_definition(${ASKED}) RETURNS SETOF proof_segment LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT * FROM proof_segment WHERE ${AFTER} AND ${HELD} ORDER BY subject, object LIMIT at_most
  $$`;
