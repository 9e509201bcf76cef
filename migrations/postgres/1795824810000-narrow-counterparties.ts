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
    await index(runner, 'counterparty_of_address_a', `counterparty (address_a, ${RANK})`);
    await index(runner, 'counterparty_of_address_b', `counterparty (address_b, ${RANK})`);
    await runner.query(
      'CREATE INDEX counterparty_pair_lookup ON counterparty (hashbyteaextended(address_a || address_b, 0))',
    );
    // Rows of a bucket are written together.
    await runner.query(
      'CREATE INDEX counterparty_in_bucket_start_lookup ON counterparty_in_bucket USING brin (from_block) WITH (autosummarize = on)',
    );
    await indexBuckets(runner);
    await runner.query(TOTAL_OF_PAIR);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION counterparty_total');
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
    await runner.query(sides('counterparty'));
  }
}

const TABLES = ['counterparty', 'counterparty_in_bucket'] as const;
const START = 'from_block';
const RANK = 'succeeded_count DESC, last_block DESC';
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
  if (table === 'counterparty_in_bucket') await runner.query(sides(table));
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

/** As the first of them sees it. */
const TOTAL_OF_PAIR = `
CREATE FUNCTION counterparty_total(account bytea, other bytea)
RETURNS TABLE (tx_count int4, succeeded_count int4, sent_count int4, received_count int4, external_count int4, internal_count int4,
               token_count int4, token_flags int2, first_block int4, last_block int4)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT tx_count, succeeded_count, CASE account WHEN address_a THEN a_to_b_count ELSE b_to_a_count END,
         CASE account WHEN address_a THEN b_to_a_count ELSE a_to_b_count END, external_count, internal_count, token_count, token_flags,
         first_block, last_block
  FROM counterparty
  WHERE hashbyteaextended(address_a || address_b, 0) = hashbyteaextended(least(account, other) || greatest(account, other), 0)
    AND address_a = least(account, other) AND address_b = greatest(account, other)
$$`;
