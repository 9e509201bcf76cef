import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lookups by address that a cluster sends to each shard once. It sends a union to shards only inside another selection, and a limit only where
 * the outermost selection has one; else it took a step for each part, and brought the rows of a part to the coordinator, for `EXISTS` all of them.
 */
export class ReadPagesInOneStep1795824830000 implements MigrationInterface {
  readonly name = 'ReadPagesInOneStep1795824830000';

  async up(runner: QueryRunner): Promise<void> {
    for (const { signature, result, after } of LOOKUPS) await replace(runner, signature, result, after);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { signature, result, before } of LOOKUPS) await replace(runner, signature, result, before);
  }
}

function replace(runner: QueryRunner, signature: string, result: string, body: string): Promise<unknown> {
  return runner.query(
    `CREATE OR REPLACE FUNCTION ${signature} RETURNS ${result} LANGUAGE sql STABLE PARALLEL SAFE AS $$ ${body} $$`,
  );
}

const is = (column: string, value: string): string =>
  `hashbyteaextended(${column}, 0) = hashbyteaextended(${value}, 0) AND ${column} = ${value}`;

const SIDES = ['from_address', 'to_address'];
const other = (side: string): string => SIDES.find((one) => one !== side)!;

/** Each side is walked backwards in its own index, up to the page and the end of its last block. */
const walks = (table: string, place: readonly string[], read: (side: string) => string): string =>
  SIDES.map(
    (side) => `
     (SELECT ${read(side)} FROM ${table}
      WHERE ${is(side, 'account')}
        AND (${place.join(', ')}) < (${place.map((part) => `before_${part}`).join(', ')})
      ORDER BY block_number DESC FETCH FIRST (at_most) ROWS WITH TIES)`,
  ).join(' UNION ');

const newest = (place: readonly string[]): string =>
  `ORDER BY ${place.map((part) => `${part} DESC`).join(', ')} LIMIT at_most`;

const TRANSACTION = ['block_number', 'tx_index'];
const FRAME = [...TRANSACTION, 'ordinal'];
const TRANSFER = [...TRANSACTION, 'log_index', 'batch_index'];

const columns = (place: readonly string[], prefix = ''): string =>
  place.map((part) => `${prefix}${part} ${part === 'block_number' ? 'int8' : 'int4'}`).join(', ');

const TRANSACTIONS = `SELECT tx.* FROM (${walks('transaction', TRANSACTION, () => TRANSACTION.join(', '))} ${newest(TRANSACTION)}) place
     JOIN transaction_row tx ON tx.block_number = place.block_number AND tx."txIndex" = place.tx_index`;

const FRAMES = `SELECT moved.block_number, moved.tx_index, moved.ordinal, moved.type, moved.reverted, moved.from_address, moved.to_address,
            moved.value, moved.path, tx.hash
     FROM (${walks('internal_transfer', FRAME, () => '*')} ${newest(FRAME)}) moved
     JOIN transaction tx ON tx.block_number = moved.block_number AND tx.tx_index = moved.tx_index`;

const TRANSFERS = walks('transfer', TRANSFER, (side) => [...TRANSFER, `${other(side)} AS other`].join(', '));

const MOVES = SIDES.map(
  (side) => `SELECT block_number FROM transfer
     WHERE ${is(side, 'holder')} AND ${is('token', 'of_token')} AND block_number BETWEEN from_block AND to_block`,
).join(' UNION ALL ');

const ACTIVE = ['transaction', 'internal_transfer', 'transfer'].flatMap((table) =>
  SIDES.map((side) => `${table} WHERE ${is(side, 'account')}`),
);
const ACTIVE_BLOCKS = ACTIVE.map((place) => `SELECT block_number FROM ${place}`).join(' UNION ALL ');

const OBJECT = `FROM proof_segment WHERE hashbytea(object) = hashbytea(account) AND object = account AND object <> ''`;

const unindexed = (from: string, to: string, read: string): string =>
  `SELECT ${read} FROM unindexed_transfer WHERE from_address = ${from} AND to_address = ${to} AND block_number <= at_block`;
const ways = (read: string, union: string): string =>
  [unindexed('account', 'counterparty', read), unindexed('counterparty', 'account', read)].join(` ${union} `);

interface Lookup {
  readonly signature: string;
  readonly result: string;
  readonly before: string;
  readonly after: string;
}

const LOOKUPS: readonly Lookup[] = [
  {
    signature: `transactions_of(account bytea, ${columns(TRANSACTION, 'before_')}, at_most int8)`,
    result: 'SETOF transaction_row',
    before: TRANSACTIONS,
    after: `${TRANSACTIONS} ORDER BY tx.block_number DESC, tx."txIndex" DESC LIMIT at_most`,
  },
  {
    signature: `internal_transfers_of(account bytea, ${columns(FRAME, 'before_')}, at_most int8)`,
    result: `TABLE (${columns(FRAME)}, type int2, reverted boolean, from_address bytea, to_address bytea, value numeric, path bytea, tx_hash bytea)`,
    before: FRAMES,
    after: `${FRAMES} ${newest(FRAME.map((part) => `moved.${part}`))}`,
  },
  {
    signature: `transfers_of(account bytea, ${columns(TRANSFER, 'before_')}, at_most int8)`,
    result: `TABLE (${columns(TRANSFER)}, other bytea)`,
    before: `${TRANSFERS} ${newest(TRANSFER)}`,
    after: `SELECT * FROM (${TRANSFERS}) walked ${newest(TRANSFER)}`,
  },
  {
    signature: 'moves_in(holder bytea, of_token bytea, from_block int8, to_block int8)',
    result: 'TABLE (block_number int8)',
    before: MOVES,
    // One answers whether there is any.
    after: `SELECT block_number FROM (${MOVES}) moved LIMIT 1`,
  },
  {
    signature: 'is_active(account bytea)',
    result: 'TABLE (yes boolean)',
    before: `SELECT ${ACTIVE.map((place) => `EXISTS (SELECT 1 FROM ${place})`).join(' OR ')}`,
    after: `SELECT true FROM (${ACTIVE_BLOCKS}) active LIMIT 1`,
  },
  {
    signature: 'is_object(account bytea)',
    result: 'TABLE (yes boolean)',
    before: `SELECT EXISTS (SELECT ${OBJECT})`,
    after: `SELECT true ${OBJECT} LIMIT 1`,
  },
  {
    signature: 'unindexed_between(account bytea, counterparty bytea, at_block int8)',
    result: 'TABLE (token bytea)',
    before: ways('token', 'UNION'),
    after: `SELECT DISTINCT token FROM (${ways('block_number, token', 'UNION ALL')}) moved`,
  },
];
