import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The interval of a claim without a look-up where its end is known: on a cluster each look-up is a step to a node. `interval_shown` is the part
 * that reads nothing, and `claim_interval` takes the end of a segment of the interval: an open segment is the last.
 */
export class LookUpFewerIntervals1795824700000 implements MigrationInterface {
  readonly name = 'LookUpFewerIntervals1795824700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION claim_interval');
    await runner.query(`
      CREATE FUNCTION interval_shown(claim_start int8, last_end int8, covered int8multirange, evaluated int8multirange)
      RETURNS TABLE (start_block int8, end_block int8) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ ${shown('last_end')} $$`);
    await runner.query(`
      CREATE FUNCTION claim_interval(claim_set int2, claim_subject bytea, claim_definition int2, claim_object bytea, claim_start int8,
                                     claim_end int8, covered int8multirange, evaluated int8multirange)
      RETURNS TABLE (start_block int8, end_block int8) LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT shown.*
        FROM interval_shown(
          claim_start,
          CASE WHEN claim_end IS NOT NULL THEN (
            SELECT last.end_block FROM last_of_interval(claim_set, claim_subject, claim_definition, claim_object, claim_start) last
          ) END,
          covered, evaluated
        ) shown
      $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION claim_interval');
    await runner.query('DROP FUNCTION interval_shown');
    await runner.query(`
      CREATE FUNCTION claim_interval(claim_set int2, claim_subject bytea, claim_definition int2, claim_object bytea, claim_start int8,
                                     covered int8multirange, evaluated int8multirange)
      RETURNS TABLE (start_block int8, end_block int8) LANGUAGE sql STABLE PARALLEL SAFE AS $$
        ${shown('last.end_block', 'last_of_interval(claim_set, claim_subject, claim_definition, claim_object, claim_start) last')}
      $$`);
  }
}

/** Covered blocks of an interval; without an end while it lasts at the highest of them. */
const shown = (end: string, last?: string): string => `
  SELECT lower(shown.blocks), CASE WHEN upper(shown.blocks) < upper(covered) OR ${end} < upper(covered) THEN upper(shown.blocks) - 1 END
  FROM ${last === undefined ? '' : `${last} CROSS JOIN LATERAL`} (
    SELECT covered * int8multirange(int8range(claim_start, coalesce(
      ${end}, (SELECT upper(range) - 1 FROM unnest(evaluated) range WHERE range @> claim_start)
    ), '[]')) AS blocks
  ) shown`;
