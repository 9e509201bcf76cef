import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Narrower functions of claims: a cluster brings all that a function gives to the coordinator. A claim that changed often has its last segment
 * looked up for each of its intervals, and an address may be the subject of many relations whose attributes alone are read.
 */
export class ReadFewClaims1795824600000 implements MigrationInterface {
  readonly name = 'ReadFewClaims1795824600000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, result, body] of LOOKUPS)
      await runner.query(
        `CREATE FUNCTION ${name} RETURNS ${result} LANGUAGE sql STABLE PARALLEL SAFE AS $$ ${body} $$`,
      );
    await rewrite(runner, 'claim_interval', EVERY_SEGMENT, LAST_SEGMENT);
  }

  async down(runner: QueryRunner): Promise<void> {
    await rewrite(runner, 'claim_interval', LAST_SEGMENT, EVERY_SEGMENT);
    for (const [name] of [...LOOKUPS].reverse()) await runner.query(`DROP FUNCTION ${name}`);
  }
}

const HELD = 'start_block <= at_block AND (end_block IS NULL OR end_block >= at_block)';
const OF_CLAIM =
  'definition_set = of_set AND subject = account AND definition = of_definition AND object = of_object';

/** Signature, result and statement of each. */
const LOOKUPS: readonly (readonly [string, string, string])[] = [
  [
    'last_of_interval(of_set int2, account bytea, of_definition int2, of_object bytea, from_block int8)',
    'TABLE (end_block int4)',
    `SELECT end_block FROM proof_segment WHERE ${OF_CLAIM} AND start_block >= from_block AND interval_start = from_block
     ORDER BY start_block DESC LIMIT 1`,
  ],
  [
    'proof_until(of_set int2, account bytea, of_definition int2, of_object bytea, to_block int8)',
    'TABLE (proof_hash bytea)',
    `SELECT proof_hash FROM proof_segment WHERE ${OF_CLAIM} AND (to_block IS NULL OR start_block <= to_block)
     ORDER BY start_block DESC LIMIT 1`,
  ],
  [
    'attributes_at(accounts bytea[], at_block int8)',
    'SETOF proof_segment',
    `SELECT * FROM proof_segment WHERE subject = ANY (accounts) AND object = '' AND ${HELD}`,
  ],
  [
    'claims_at(of_definitions int2[], accounts bytea[], at_block int8)',
    'SETOF proof_segment',
    `SELECT * FROM proof_segment WHERE subject = ANY (accounts) AND definition = ANY (of_definitions) AND ${HELD}`,
  ],
  [
    'has_claims(of_set int2, account bytea)',
    'TABLE (yes boolean)',
    'SELECT EXISTS (SELECT FROM proof_segment WHERE definition_set = of_set AND subject = account)',
  ],
  [
    'subjects_of_events(of_definitions int2[], after_position int8, until_position int8)',
    'TABLE (subject bytea)',
    `SELECT DISTINCT subject FROM fact_event_row
     WHERE definition = ANY (of_definitions) AND position > after_position AND position <= until_position
     UNION
     SELECT DISTINCT subject FROM proof_segment
     WHERE definition = ANY (of_definitions) AND position > after_position AND position <= until_position`,
  ],
];

const EVERY_SEGMENT = `(
       SELECT segment.end_block FROM segments_between(claim_subject, claim_object) segment
       WHERE segment.definition_set = claim_set AND segment.definition = claim_definition AND segment.start_block >= claim_start AND segment.interval_start = claim_start
       ORDER BY segment.start_block DESC LIMIT 1
     ) last`;
const LAST_SEGMENT =
  'last_of_interval(claim_set, claim_subject, claim_definition, claim_object, claim_start) last';

async function rewrite(runner: QueryRunner, name: string, before: string, after: string): Promise<void> {
  const [{ definition }] = await runner.query('SELECT pg_get_functiondef($1::regproc) AS definition', [name]);
  if (!definition.includes(before)) throw new Error(`${name} is not as it was`);
  await runner.query(definition.replace(before, () => after));
}
