import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Claims as functions. A cluster has them by subject and runs each function by itself: in one statement with definitions or templates of proofs,
 * which the coordinator has, it would bring all rows of the table there, and it brings all that a function gives. The planner of one server
 * copies their text into the asking statement.
 */
export class ReadClaimsAtOnce1795824500000 implements MigrationInterface {
  readonly name = 'ReadClaimsAtOnce1795824500000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, result, body] of LOOKUPS)
      await runner.query(
        `CREATE FUNCTION ${name} RETURNS ${result} LANGUAGE sql STABLE PARALLEL SAFE AS $$ ${body} $$`,
      );
    for (const [name, before, after] of REWRITTEN) await rewrite(runner, name, before, after);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, before, after] of REWRITTEN) await rewrite(runner, name, after, before);
    for (const [name] of [...LOOKUPS].reverse()) await runner.query(`DROP FUNCTION ${name}`);
  }
}

const HELD = 'start_block <= at_block AND (end_block IS NULL OR end_block >= at_block)';

const OF_CLAIM =
  'definition_set = of_set AND subject = account AND definition = of_definition AND object = of_object';

const OF_HASH = 'hashbyteaextended(proof_hash, 0) = hashbyteaextended(of_hash, 0) AND proof_hash = of_hash';

/** Intervals that begin, up to the page and the end of its last block. */
const begun = (side: string): string => `
  SELECT * FROM proof_segment
  WHERE ${side} AND object <> '' AND start_block = interval_start AND definition_set = of_set AND definition = ANY (of_definitions)
  ORDER BY start_block FETCH FIRST (at_most) ROWS WITH TIES`;

/** Open segments, which a relation that is evaluated at the head has there. */
const open = (side: string, other: string): string => `
  SELECT * FROM proof_segment
  WHERE definition_set = of_set AND ${side} AND object <> '' AND definition = of_definition AND ${other} > after_other
    AND end_block IS NULL AND evaluated @> int8range(start_block, head, '[]')
  ORDER BY ${other} LIMIT at_most`;

const EVENT = 'position, definition_set, kind, block_number, subject, definition, object, proof_hash';
const BEGUN_EVENT = `position, definition_set, CASE WHEN start_block = interval_start THEN 'proven' ELSE 'superseded' END,
  start_block::int8, subject, definition, object, proof_hash`;
const BETWEEN = 'position > after_position AND position <= until_position';

/** Signature, result and statement of each. */
const LOOKUPS: readonly (readonly [string, string, string])[] = [
  [
    'segments_of(account bytea)',
    'SETOF proof_segment',
    'SELECT * FROM proof_segment WHERE subject = account',
  ],
  [
    'segments_between(account bytea, of_object bytea)',
    'SETOF proof_segment',
    'SELECT * FROM proof_segment WHERE subject = account AND object = of_object',
  ],
  [
    'segments_at(accounts bytea[], at_block int8)',
    'SETOF proof_segment',
    `SELECT * FROM proof_segment WHERE subject = ANY (accounts) AND ${HELD}`,
  ],
  [
    'segments_starting(from_block int8, to_block int8)',
    'SETOF proof_segment',
    'SELECT * FROM proof_segment WHERE start_block >= from_block AND start_block <= to_block',
  ],
  ['segments_by_hash(of_hash bytea)', 'SETOF proof_segment', `SELECT * FROM proof_segment WHERE ${OF_HASH}`],
  [
    'segments_of_definition(of_set int2, of_definition int2, after_subject bytea, after_object bytea, at_block int8, evaluated int8multirange, at_most int8)',
    'SETOF proof_segment',
    `SELECT * FROM proof_segment
     WHERE definition = of_definition AND (subject, object) > (after_subject, after_object) AND definition_set = of_set AND ${HELD}
       AND evaluated @> int8range(start_block, at_block, '[]')
     ORDER BY subject, object LIMIT at_most`,
  ],
  [
    'relations_from(account bytea, of_set int2, of_definitions int2[], at_most int8)',
    'SETOF proof_segment',
    begun('subject = account'),
  ],
  [
    'relations_to(account bytea, of_set int2, of_definitions int2[], at_most int8)',
    'SETOF proof_segment',
    begun('hashbytea(object) = hashbytea(account) AND object = account'),
  ],
  [
    'open_relations_from(account bytea, of_set int2, of_definition int2, after_other bytea, evaluated int8multirange, head int8, at_most int8)',
    'SETOF proof_segment',
    open('subject = account', 'object'),
  ],
  [
    'open_relations_to(account bytea, of_set int2, of_definition int2, after_other bytea, evaluated int8multirange, head int8, at_most int8)',
    'SETOF proof_segment',
    open('object = account', 'subject'),
  ],
  [
    'is_object(account bytea)',
    'TABLE (yes boolean)',
    `SELECT EXISTS (SELECT FROM proof_segment WHERE hashbytea(object) = hashbytea(account) AND object = account AND object <> '')`,
  ],
  [
    'undecided_of(accounts bytea[])',
    'SETOF undecided_segment',
    'SELECT * FROM undecided_segment WHERE subject = ANY (accounts)',
  ],
  [
    'last_fact_event()',
    'TABLE ("position" int8)',
    'SELECT greatest((SELECT max(position) FROM fact_event_row), (SELECT max(position) FROM proof_segment), 0)',
  ],
  [
    'fact_events_between(after_position int8, until_position int8)',
    'SETOF fact_event',
    `SELECT ${EVENT} FROM fact_event_row WHERE ${BETWEEN}
     UNION ALL SELECT ${BEGUN_EVENT} FROM proof_segment WHERE ${BETWEEN}`,
  ],
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
     WHERE definition = ANY (of_definitions) AND ${BETWEEN}
     UNION
     SELECT DISTINCT subject FROM proof_segment
     WHERE definition = ANY (of_definitions) AND ${BETWEEN}`,
  ],
];

/** Functions that read the table, with what they read before and after. */
const REWRITTEN: readonly (readonly [string, string, string])[] = [
  [
    'claim_interval',
    `(
       SELECT segment.end_block FROM proof_segment segment
       WHERE segment.definition_set = claim_set AND segment.subject = claim_subject AND segment.definition = claim_definition
         AND segment.object = claim_object AND segment.start_block >= claim_start AND segment.interval_start = claim_start
       ORDER BY segment.start_block DESC LIMIT 1
     ) last`,
    'last_of_interval(claim_set, claim_subject, claim_definition, claim_object, claim_start) last',
  ],
  [
    'proof_by_hash',
    `FROM proof_segment segment JOIN definition_set ON definition_set.id = segment.definition_set
  WHERE hashbyteaextended(segment.proof_hash, 0) = hashbyteaextended(hash, 0) AND segment.proof_hash = hash`,
    'FROM segments_by_hash(hash) segment JOIN definition_set ON definition_set.id = segment.definition_set',
  ],
  [
    'is_nature_evaluated',
    `FROM undecided_segment
         JOIN served_definition nature USING (definition_set, definition)
         WHERE subject = account AND nature.family`,
    `FROM undecided_of(ARRAY[account])
         JOIN served_definition nature USING (definition_set, definition)
         WHERE nature.family`,
  ],
  [
    'fact_event_fingerprint',
    'FROM fact_event WHERE position = at_position',
    'FROM fact_events_between(at_position - 1, at_position)',
  ],
];

async function rewrite(runner: QueryRunner, name: string, before: string, after: string): Promise<void> {
  const [{ definition }] = await runner.query('SELECT pg_get_functiondef($1::regproc) AS definition', [name]);
  if (!definition.includes(before)) throw new Error(`${name} is not as it was`);
  await runner.query(definition.replace(before, () => after));
}
