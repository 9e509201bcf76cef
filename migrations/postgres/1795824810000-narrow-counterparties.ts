import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Pairs of addresses take half of what they took: numbers of blocks are four bytes, a pair is found by a hash of both addresses, and an index of
 * a ranking ends with the last block. Columns lie without gaps between them, so rows are copied once.
 */
export class NarrowCounterparties1795824810000 implements MigrationInterface {
  readonly name = 'NarrowCounterparties1795824810000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      const start = table === 'counterparty' ? [] : [START];
      const blocks = [...start, 'first_block', 'last_block'].map((column) => `${column} int4 NOT NULL`);
      await copy(runner, table, [...blocks, ...COUNTS, ...ADDRESSES]);
    }
    for (const side of ['address_a', 'address_b'])
      await index(runner, `counterparty_of_${side}`, `counterparty (${side}, ${RANK}) WHERE ${RANKED}`);
    await runner.query(
      'CREATE INDEX counterparty_pair_lookup ON counterparty (hashbyteaextended(sha256(address_a || address_b), 0))',
    );
    // Rows of a bucket are written together.
    await runner.query(
      'CREATE INDEX counterparty_in_bucket_start_lookup ON counterparty_in_bucket USING brin (from_block) WITH (autosummarize = on)',
    );
    await indexBuckets(runner);
    for (const [name, result, body] of LOOKUPS)
      await runner.query(
        `CREATE FUNCTION ${name} RETURNS ${result} LANGUAGE sql STABLE PARALLEL SAFE AS $$ ${body} $$`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of LOOKUPS) await runner.query(`DROP FUNCTION ${name}`);
    for (const table of TABLES) {
      const start = table === 'counterparty' ? [] : [`${START} int8 NOT NULL`];
      const key = [...(table === 'counterparty' ? [] : [START]), 'address_a', 'address_b'].join(', ');
      await copy(runner, table, [
        ...[...start, ...ADDRESSES, ...COUNTS, 'first_block int8 NOT NULL', 'last_block int8 NOT NULL'],
        `CONSTRAINT ${table}_pkey PRIMARY KEY (${key})`,
      ]);
    }
    await index(runner, 'counterparty_of_address_a', `counterparty (address_a, ${RANK}, address_b)`);
    await index(runner, 'counterparty_of_address_b', `counterparty (address_b, ${RANK}, address_a)`);
    await indexBuckets(runner);
    for (const table of TABLES) await runner.query(sides(table));
  }
}

const TABLES = ['counterparty', 'counterparty_in_bucket'] as const;
const START = 'from_block';
const RANK = 'succeeded_count DESC, last_block DESC';
/**
 * Always so, and asked for by rankings only: else the planner, which takes an address for one of few pairs, would look a pair up among all of
 * an address that has millions.
 */
const RANKED = 'succeeded_count >= 0';
const ADDRESSES = ['address_a bytea NOT NULL', 'address_b bytea NOT NULL'];
const NUMBERS = [
  'tx_count',
  'succeeded_count',
  'a_to_b_count',
  'b_to_a_count',
  'external_count',
  'internal_count',
  'token_count',
];
const COUNTS = [...NUMBERS.map((column) => `${column} int4 NOT NULL`), 'token_flags int2 NOT NULL'];

/** Indexes go with the old table. */
async function copy(
  runner: QueryRunner,
  table: (typeof TABLES)[number],
  columns: readonly string[],
): Promise<void> {
  const names = ['address_a', 'address_b', ...NUMBERS, 'token_flags', 'first_block', 'last_block'];
  if (table === 'counterparty_in_bucket') names.push(START);
  await runner.query(`DROP VIEW IF EXISTS ${table}_side`);
  await runner.query(`ALTER TABLE ${table} RENAME TO ${table}_before`);
  await runner.query(`ALTER TABLE ${table}_before DROP CONSTRAINT IF EXISTS ${table}_pkey`);
  await runner.query(`DELETE FROM deferred_index WHERE name = '${table}_pkey'`);
  await runner.query(`CREATE TABLE ${table} (${columns.join(', ')})`);
  await runner.query(
    `INSERT INTO ${table} (${names.join(', ')}) SELECT ${names.join(', ')} FROM ${table}_before`,
  );
  await runner.query(`DROP TABLE ${table}_before`);
}

async function indexBuckets(runner: QueryRunner): Promise<void> {
  for (const side of ['address_a', 'address_b'])
    await index(runner, `counterparty_in_bucket_of_${side}`, `counterparty_in_bucket (${side}, ${START})`);
}

/** An index that a fill dropped is built by it. */
async function index(runner: QueryRunner, name: string, on: string): Promise<void> {
  const definition = `CREATE INDEX ${name} ON ${on}`;
  const deferred = (await runner.query('SELECT FROM deferred_index WHERE name = $1', [name])) as unknown[];
  if (deferred.length === 0) await runner.query(definition);
  else await runner.query('UPDATE deferred_index SET definition = $2 WHERE name = $1', [name, definition]);
}

/** Each pair twice, from either side. */
function sides(table: (typeof TABLES)[number]): string {
  const start = table === 'counterparty' ? '' : `${START}, `;
  const side = (own: string, other: string, sent: string, received: string): string => `
    SELECT ${start}${own} AS address, ${other} AS counterparty, tx_count, succeeded_count, ${sent} AS sent_count,
           ${received} AS received_count, external_count, internal_count, token_count, token_flags, first_block, last_block
    FROM ${table}`;
  return `CREATE VIEW ${table}_side AS
    ${side('address_a', 'address_b', 'a_to_b_count', 'b_to_a_count')}
    UNION ALL ${side('address_b', 'address_a', 'b_to_a_count', 'a_to_b_count')}`;
}

const COLUMNS = 'external_count, internal_count, token_count, token_flags, first_block, last_block';

/** What the address of a column has with the other one. */
const seenFrom = (own: 'address_a' | 'address_b'): string =>
  own === 'address_a'
    ? `address_b AS counterparty, tx_count, succeeded_count, a_to_b_count AS sent_count, b_to_a_count AS received_count, ${COLUMNS}`
    : `address_a AS counterparty, tx_count, succeeded_count, b_to_a_count AS sent_count, a_to_b_count AS received_count, ${COLUMNS}`;

const SEEN = `TABLE (counterparty bytea, tx_count int4, succeeded_count int4, sent_count int4, received_count int4, external_count int4,
  internal_count int4, token_count int4, token_flags int2, first_block int4, last_block int4)`;

/**
 * The first of a side, with all that are level with the last: an index has them in order but for the other address. Those that are left out are
 * keys of an object, which are found among thousands by halving; an array would be read for each row.
 */
const best = (own: 'address_a' | 'address_b', other: string): string => `
  (SELECT ${seenFrom(own)} FROM counterparty WHERE ${own} = account AND ${RANKED} AND NOT excluded ? encode(${other}, 'hex')
   ORDER BY ${RANK} FETCH FIRST (at_most) ROWS WITH TIES)`;

/** The planner, which does not know a level, would rather read the table in the hope to meet enough soon than go by the index. */
const level = (own: string): string => `
  (SELECT 1 FROM counterparty WHERE ${own} = account AND ${RANKED} AND succeeded_count = of_level ORDER BY ${own}, ${RANK})`;

/** Signature, result and statement of each. A cluster runs each by itself. */
const LOOKUPS: readonly (readonly [string, string, string])[] = [
  [
    'best_counterparties(account bytea, excluded jsonb, at_most int8)',
    SEEN,
    `${best('address_a', 'address_b')} UNION ALL ${best('address_b', 'address_a')}`,
  ],
  [
    'counterparty_totals(account bytea, others bytea[])',
    SEEN,
    `SELECT other, tx_count, succeeded_count, CASE account WHEN address_a THEN a_to_b_count ELSE b_to_a_count END,
            CASE account WHEN address_a THEN b_to_a_count ELSE a_to_b_count END, ${COLUMNS}
     FROM unnest(others) other
     JOIN counterparty total
       ON hashbyteaextended(sha256(total.address_a || total.address_b), 0)
            = hashbyteaextended(sha256(least(account, other) || greatest(account, other)), 0)
          AND total.address_a = least(account, other) AND total.address_b = greatest(account, other)`,
  ],
  [
    'counterparties_walked(account bytea, at_most int8)',
    'TABLE (walked int8)',
    `SELECT count(*) FROM (
       SELECT 1 FROM counterparty WHERE address_a = account AND ${RANKED} UNION ALL
       SELECT 1 FROM counterparty WHERE address_b = account AND ${RANKED} LIMIT at_most
     ) walk`,
  ],
  [
    'counterparties_of_level(account bytea, of_level int8, at_most int8)',
    'TABLE (walked int8)',
    `SELECT count(*) FROM (${level('address_a')} UNION ALL ${level('address_b')} LIMIT at_most) walk`,
  ],
  [
    'counterparties_in_buckets(account bytea, until_block int8)',
    SEEN,
    `SELECT ${seenFrom('address_a')} FROM counterparty_in_bucket WHERE address_a = account AND from_block <= until_block
     UNION ALL
     SELECT ${seenFrom('address_b')} FROM counterparty_in_bucket WHERE address_b = account AND from_block <= until_block`,
  ],
];
