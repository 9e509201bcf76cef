import type { MigrationInterface, QueryRunner } from 'typeorm';
import { FOUND_BY, functionsOfTransfers, type SqlFunctions } from './functions-of-transfers.js';
import { dropReaders, grantsOn, read } from './readers-of-tables.js';

/**
 * Transfers of ERC-20 and ERC-721 tokens, nearly all there are, are rows of `log` and have no others. The view `transfer` shows them with those
 * that need their log decoded, which keep rows in `decoded_transfer`. No log is copied: each partition is read three times, to build its indexes.
 */
export class IndexTransfersOverLogs1795824870000 implements MigrationInterface {
  readonly name = 'IndexTransfersOverLogs1795824870000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(IN_TURN);
    await startAgainWhereApart(runner);
    // Readers go on until all is built.
    await runner.query('LOCK TABLE transfer IN SHARE MODE');
    await runner.query('CREATE TABLE decoded_transfer (LIKE transfer INCLUDING DEFAULTS INCLUDING STORAGE)');
    await runner.query('INSERT INTO decoded_transfer SELECT * FROM transfer WHERE shape > 1');
    await runner.query(
      `ALTER TABLE decoded_transfer ADD CONSTRAINT decoded_transfer_pkey PRIMARY KEY (${KEY.join(', ')})`,
    );
    for (const index of DECODED_INDEXES) await runner.query(`CREATE INDEX decoded_transfer_${index}`);
    for (const partition of await partitionsOfLogs(runner))
      for (const index of indexesOfLogs(partition)) await runner.query(`CREATE INDEX ${index}`);
    const readers = await dropReaders(runner, ['transfer']);
    const grants = await grantsOn(runner, 'transfer');
    await runner.query('DROP TABLE transfer');
    await runner.query(`DELETE FROM deferred_index WHERE definition ~ ' ON (\\w+\\.)?transfer_p\\d+ '`);
    for (const view of VIEWS) await runner.query(view);
    for (const name of ['transfer', 'log_transfer', 'decoded_transfer'])
      for (const grant of grants) await runner.query(grant(name));
    await makeAgain(runner, readers, VIEWS_AFTER, FUNCTIONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(IN_TURN);
    const readers = await dropReaders(runner, ['transfer']);
    const grants = await grantsOn(runner, 'transfer');
    await runner.query('ALTER VIEW transfer RENAME TO transfer_before');
    await runner.query(
      'CREATE TABLE transfer (LIKE decoded_transfer INCLUDING DEFAULTS INCLUDING STORAGE) PARTITION BY RANGE (block_number)',
    );
    await runner.query(`ALTER TABLE transfer ADD CONSTRAINT transfer_pkey PRIMARY KEY (${KEY.join(', ')})`);
    for (const log of await partitionsOfLogs(runner)) {
      const partition = log.replace('log', 'transfer');
      const bounds = await read<{ bounds: string }>(
        runner,
        'SELECT pg_get_expr(relpartbound, oid) AS bounds FROM pg_class WHERE oid = $1::regclass',
        [log],
      );
      await runner.query(`CREATE TABLE ${partition} PARTITION OF transfer ${bounds[0]!.bounds}`);
      for (const grant of grants) await runner.query(grant(partition));
      for (const index of DECODED_INDEXES)
        await runner.query(`CREATE INDEX ${partition}_${index.replace('decoded_transfer', partition)}`);
      for (const index of indexesOfLogs(log))
        await runner.query(`DROP INDEX IF EXISTS ${index.split(' ')[0]}`);
    }
    await runner.query(`DELETE FROM deferred_index WHERE name ~ '^(log_p\\d+|decoded)_transfer_'`);
    await runner.query('INSERT INTO transfer SELECT * FROM transfer_before');
    readers.push(
      ...(await dropReaders(runner, SOURCES)).filter((create) => !/\btransfer_before\b/.test(create)),
    );
    await runner.query('DROP VIEW log_transfer');
    await runner.query('DROP TABLE decoded_transfer');
    for (const grant of grants) await runner.query(grant('transfer'));
    await makeAgain(runner, readers, VIEWS_BEFORE, FUNCTIONS_BEFORE);
    await runner.query(
      `INSERT INTO checkpoint (reader, position, epoch) SELECT 'log', position, epoch FROM checkpoint WHERE reader = 'token'`,
    );
  }
}

/** A cluster that has read shards side by side alters nothing in the same transaction. A single server has no such setting, and takes it. */
const IN_TURN = `SET LOCAL citus.multi_shard_modify_mode = 'sequential'`;

const KEY = ['block_number', 'log_index', 'batch_index'];

const byHash = (value: string): string => `(hashbyteaextended(${value}, 0), block_number)`;

const DECODED_INDEXES = [
  `from ON decoded_transfer ${byHash('from_address')}`,
  `to ON decoded_transfer ${byHash('to_address')}`,
  `token ON decoded_transfer ${byHash('token')}`,
  'unindexed ON decoded_transfer (from_address, to_address, block_number) WHERE shape = 5',
];

const zeros = (bytes: number): string => `'\\x${'00'.repeat(bytes)}'::bytea`;

/** Topics are stored without leading zeros. Nobody is the zero address. */
const addressOf = (topic: string): string =>
  `nullif(substr(${zeros(20)} || ${topic}, length(${topic}) + 1), ${zeros(20)})`;

/** Rows older than the list of known events have the topic itself. */
const TRANSFER_TOPICS = [
  `'\\x00'`,
  `'\\xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'`,
].join(', ');

/** An event of exactly the shape that ERC-20 or ERC-721 gives it, and not of the protocol (EIP-7708). */
const IS_TRANSFER = `topic0 IN (${TRANSFER_TOPICS}) AND length(topic1) <= 20 AND length(topic2) <= 20
  AND data_size = CASE WHEN topic3 IS NULL THEN 32 ELSE 0 END AND address <> '\\xfffffffffffffffffffffffffffffffffffffffe'`;

const indexesOfLogs = (partition: string): string[] =>
  [
    ['from', addressOf('topic1'), FOUND_BY.from_address],
    ['to', addressOf('topic2'), FOUND_BY.to_address],
    ['token', 'address', FOUND_BY.token],
  ].map(
    ([name, value, found]) =>
      `${partition}_transfer_${name} ON ${partition} ${byHash(value!)} WHERE ${IS_TRANSFER} AND ${found}`,
  );

const numberOf = (bytes: string): string => `('0x0' || encode(${bytes}, 'hex'))::numeric`;

/** The one word of packed data: what follows its first byte, without leading zeros, or from 64 on without trailing ones. */
const AMOUNT = `CASE WHEN get_byte(packed_data, 0) < 64 THEN substr(packed_data, 2) ELSE substr(substr(packed_data, 2) || ${zeros(32)}, 1, 32) END`;

/** INVARIANT: expressions are those of the indexes, or no index is used. */
const VIEWS = [
  `CREATE VIEW log_transfer AS
SELECT block_number, tx_index, log_index, 0 AS batch_index, address AS token,
       CASE WHEN topic3 IS NULL THEN 0 ELSE 1 END::int2 AS shape,
       ${addressOf('topic1')} AS from_address, ${addressOf('topic2')} AS to_address, NULL::bytea AS operator,
       ${numberOf('topic3')} AS token_id, CASE WHEN topic3 IS NULL THEN ${numberOf(AMOUNT)} END AS value
FROM log WHERE ${IS_TRANSFER}`,
  'CREATE VIEW transfer AS SELECT * FROM log_transfer UNION ALL SELECT * FROM decoded_transfer',
];

const TABLES_OF_TOKENS = [
  'token',
  'token_activity',
  'token_bucket',
  'token_declaration',
  'token_holder',
  'token_setting',
];

/** One projector writes logs and tokens now: where they had not come equally far, both start again from the log of events. */
async function startAgainWhereApart(runner: QueryRunner): Promise<void> {
  const positions = await read<{ position: string }>(
    runner,
    `SELECT position FROM checkpoint WHERE reader IN ('log', 'token')`,
  );
  const isApart = new Set(positions.map(({ position }) => position)).size > 1 || positions.length === 1;
  if (isApart) await runner.query(`TRUNCATE log, transfer, ${TABLES_OF_TOKENS.join(', ')}`);
  await runner.query('DELETE FROM checkpoint WHERE reader = ANY ($1)', [
    isApart ? ['log', 'token'] : ['log'],
  ]);
}

async function partitionsOfLogs(runner: QueryRunner): Promise<string[]> {
  const partitions = await read<{ name: string }>(
    runner,
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'log'::regclass ORDER BY inhrelid`,
  );
  return partitions.map(({ name }) => name);
}

const SOURCES = ['log_transfer', 'decoded_transfer'];
const FUNCTIONS = functionsOfTransfers(SOURCES, true);
const FUNCTIONS_BEFORE = functionsOfTransfers(['transfer'], false);

/** PostgreSQL looks through one union for an index, and not through two. */
const interactions = (sources: readonly string[], hasPlaces: boolean): string => {
  const place = (column: string): string => (hasPlaces ? `, ${column} AS log_index` : '');
  return `
CREATE VIEW interaction AS ${[
    `SELECT block_number, tx_index, from_address, to_address, status = 1 AS succeeded, 1 AS flags${place('0')} FROM transaction`,
    `SELECT block_number, tx_index, from_address, to_address, NOT reverted, 2${place('0')} FROM internal_transfer`,
    ...sources.map(
      (source) =>
        `SELECT block_number, tx_index, from_address, to_address, true, (ARRAY[12, 20, 20, 20, 12, 36])[shape + 1]${place('log_index')} FROM ${source}`,
    ),
  ]
    .map((read) => `${read} WHERE from_address <> to_address`)
    .join(' UNION ALL ')}`;
};

const unindexed = (source: string): string => `
CREATE VIEW unindexed_transfer AS
SELECT block_number, tx_index, log_index, batch_index, token, from_address, to_address, operator, value FROM ${source} WHERE shape = 5`;

type SqlViews = Readonly<Record<string, string>>;

const VIEWS_AFTER: SqlViews = {
  interaction: interactions(SOURCES, true),
  unindexed_transfer: unindexed('decoded_transfer'),
};
const VIEWS_BEFORE: SqlViews = {
  interaction: interactions(['transfer'], false),
  unindexed_transfer: unindexed('transfer'),
};

/** The dropped readers, with other texts for these. */
async function makeAgain(
  runner: QueryRunner,
  readers: readonly string[],
  views: SqlViews,
  functions: SqlFunctions,
): Promise<void> {
  for (const create of readers) {
    const [, kind, name] = /^CREATE (?:OR REPLACE )?(VIEW|FUNCTION) (?:\w+\.)?(\w+)/.exec(create) ?? [];
    if (kind === 'VIEW') await runner.query(views[name!] ?? create);
    else if (kind !== 'FUNCTION' || !functions.has(name!)) await runner.query(create);
  }
  for (const name of FUNCTIONS.keys()) await runner.query(`DROP FUNCTION IF EXISTS ${name}`);
  for (const [name, [asked, result, body]] of functions)
    await runner.query(
      `CREATE FUNCTION ${name}(${asked}) RETURNS ${result} LANGUAGE sql STABLE PARALLEL SAFE AS $$ ${body} $$`,
    );
}
