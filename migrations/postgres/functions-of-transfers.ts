/** A function in SQL, by its name: what it is asked by, what it gives, and its text. */
export type SqlFunctions = ReadonlyMap<string, readonly [asked: string, result: string, body: string]>;

const is = (column: string, value: string): string =>
  `hashbyteaextended(${column}, 0) = hashbyteaextended(${value}, 0) AND ${column} = ${value}`;

/**
 * Conditions of indexes that are always true, and said by who finds rows by this column: else PostgreSQL would find the logs of some blocks in any
 * such index, by skipping through all of it, which it takes for cheap. None follows from another.
 */
export const FOUND_BY: Readonly<Record<string, string>> = {
  from_address: 'log_index <> -1',
  to_address: 'log_index <> -2',
  token: 'log_index <> -3',
};

const PLACE = ['block_number', 'tx_index', 'log_index', 'batch_index'];
const typed = (prefix = ''): string =>
  PLACE.map((part) => `${prefix}${part} ${part === 'block_number' ? 'int8' : 'int4'}`).join(', ');
const newest = (prefix = ''): string => `ORDER BY ${PLACE.map((part) => `${prefix}${part} DESC`).join(', ')}`;
const IS_BEFORE = `(${PLACE.join(', ')}) < (${PLACE.map((part) => `before_${part}`).join(', ')})`;

/** Of a transfer and its transaction. */
const MOVED = `moved.block_number, moved.tx_index, moved.log_index, moved.batch_index, tx.hash, tx.from_address, tx.to_address, moved.token,
  moved.shape, moved.from_address, moved.to_address, moved.operator, moved.token_id, moved.value`;
const ROWS = `TABLE ("blockNumber" int8, "txIndex" int4, "logIndex" int4, "batchIndex" int4, "txHash" bytea, "txSender" bytea, "txTo" bytea, token bytea,
  shape int2, "from" bytea, "to" bytea, operator bytea, "tokenId" numeric, value numeric)`;
const OF_TRANSACTION = 'tx.block_number = moved.block_number AND tx.tx_index = moved.tx_index';

const SIDES: readonly (readonly [side: string, other: string])[] = [
  ['from_address', 'to_address'],
  ['to_address', 'from_address'],
];
const OTHER_RECORDS = ['transaction', 'internal_transfer'].flatMap((table) =>
  SIDES.map(([side]) => [table, side] as const),
);

/**
 * Functions that read transfers from these tables or views, each by itself: PostgreSQL takes no order out of a view of several.
 * @param hasPages whether pages have all of a transfer from the walk, in place of looking it up
 */
export function functionsOfTransfers(sources: readonly string[], hasPages: boolean): SqlFunctions {
  const all = (read: (source: string) => string, union = 'UNION ALL'): string =>
    sources.map((source) => `(${read(source)})`).join(` ${union} `);
  // The table before had no such condition.
  const found = (column: string): string => (hasPages ? ` AND ${FOUND_BY[column]}` : '');
  const walk = (columns: string, column: string, value: string) => (source: string) =>
    `SELECT ${columns} FROM ${source} WHERE ${is(column, value)}${found(column)} AND ${IS_BEFORE} ORDER BY block_number DESC FETCH FIRST (at_most) ROWS WITH TIES`;
  const last = (column: string, value: string, ties: string) => (source: string) =>
    `SELECT * FROM ${source} WHERE ${is(column, value)}${found(column)} AND block_number <= at_block ORDER BY block_number DESC FETCH FIRST ${ties} WITH TIES`;
  // Each side is walked backwards in its own indexes, up to the page and the end of its last block.
  const ofAccount = (columns: (other: string) => string): string =>
    `SELECT * FROM (${SIDES.map(([side, other]) => all(walk(columns(other), side, 'account'), 'UNION')).join(' UNION ')}) walked ${newest()} LIMIT at_most`;
  const ofToken = (columns: string): string =>
    `SELECT * FROM (${all(walk(columns, 'token', 'of_token'))}) walked ${newest()} LIMIT at_most`;
  const page = (walked: string): string =>
    `SELECT ${MOVED} FROM (${walked}) moved LEFT JOIN transaction tx ON ${OF_TRANSACTION} ${newest('moved.')} LIMIT at_most`;
  const records = [
    ...OTHER_RECORDS.map(([table, side]) => `${table} WHERE ${is(side, 'account')}`),
    ...sources.flatMap((source) =>
      SIDES.map(([side]) => `${source} WHERE ${is(side, 'account')}${found(side)}`),
    ),
  ];
  const end = (of: 'min' | 'max'): string =>
    [...records, `log WHERE ${is('address', 'account')}`]
      .map((record) => `(SELECT ${of}(block_number) FROM ${record})`)
      .join(', ');
  const before = `${typed('before_')}, at_most int8`;
  const placesOf = ofAccount((other) => `${PLACE.join(', ')}, ${other} AS other`);
  const places = `TABLE (${typed()}, other bytea)`;
  return new Map([
    ['transfers_of', [`account bytea, ${before}`, places, placesOf]],
    // Asked for by processes of the version before, as long as they run.
    ['transfers_of_token', [`of_token bytea, ${before}`, `TABLE (${typed()})`, ofToken(PLACE.join(', '))]],
    ...(hasPages
      ? ([
          ['transfer_rows_of', [`account bytea, ${before}`, ROWS, page(ofAccount(() => '*'))]],
          ['transfer_rows_of_token', [`of_token bytea, ${before}`, ROWS, page(ofToken('*'))]],
        ] as const)
      : []),
    [
      'transfers_at',
      [
        'blocks int8[], logs int4[], batches int4[]',
        ROWS,
        `SELECT * FROM (${all(
          (
            source,
          ) => `SELECT ${MOVED} FROM unnest(blocks, logs, batches) place (block_number, log_index, batch_index)
            JOIN ${source} moved ON moved.block_number = place.block_number AND moved.log_index = place.log_index AND moved.batch_index = place.batch_index
            LEFT JOIN transaction tx ON ${OF_TRANSACTION}
            WHERE moved.block_number = ANY (blocks)`,
        )}) found`,
      ],
    ],
    [
      'transfers_of_transaction',
      [
        'of_hash bytea, at_most int8',
        ROWS,
        `SELECT * FROM (${all(
          (source) => `SELECT ${MOVED} FROM transaction tx JOIN ${source} moved ON ${OF_TRANSACTION}
            WHERE ${is('tx.hash', 'of_hash')}`,
        )}) found ORDER BY log_index, batch_index LIMIT at_most`,
      ],
    ],
    [
      'last_received',
      [
        'account bytea, at_block int8, at_most int8',
        'SETOF transfer',
        `SELECT * FROM (${all(last('to_address', 'account', '(at_most) ROWS'))}) walked ${newest()} LIMIT at_most`,
      ],
    ],
    [
      'last_transfer',
      [
        'of_token bytea, at_block int8',
        'SETOF transfer',
        `SELECT * FROM (${all(last('token', 'of_token', 'ROW'))}) walked ${newest()} LIMIT 1`,
      ],
    ],
    [
      'met_in',
      [
        'account bytea, from_block int8, to_block int8',
        'TABLE (counterparty bytea, block_number int8, is_sent boolean, is_received boolean, succeeded boolean, flags int4)',
        `SELECT side.counterparty, side.block_number, bool_or(side.is_sent), bool_or(NOT side.is_sent), bool_or(side.succeeded), bit_or(side.flags)
         FROM (${SIDES.map(
           ([
             side,
             other,
           ]) => `SELECT ${other} AS counterparty, block_number, tx_index, ${side === 'from_address'} AS is_sent, succeeded, flags FROM interaction
             WHERE ${is(side, 'account')}${found(side)} AND block_number BETWEEN from_block AND to_block`,
         ).join(' UNION ALL ')}) side
         GROUP BY side.counterparty, side.block_number, side.tx_index`,
      ],
    ],
    [
      'moves_in',
      [
        'holder bytea, of_token bytea, from_block int8, to_block int8',
        'TABLE (block_number int8)',
        `SELECT block_number FROM (${SIDES.map(([side]) =>
          all(
            (source) =>
              `SELECT block_number FROM ${source} WHERE ${is(side, 'holder')} AND ${is('token', 'of_token')}${found(side)}${found('token')} AND block_number BETWEEN from_block AND to_block`,
          ),
        ).join(' UNION ALL ')}) moved LIMIT 1`,
      ],
    ],
    [
      'count_transfers',
      [
        'of_block int8, of_index int4',
        'TABLE (count int8)',
        `SELECT count(*) FROM (${all((source) => `SELECT tx_index FROM ${source} WHERE block_number = of_block AND tx_index = of_index`)}) moved`,
      ],
    ],
    [
      'is_active',
      [
        'account bytea',
        'TABLE (yes boolean)',
        `SELECT true FROM (${records
          .map((record) => `SELECT block_number FROM ${record}`)
          .join(' UNION ALL ')}) active LIMIT 1`,
      ],
    ],
    [
      'activity_of',
      [
        'account bytea',
        'TABLE (first_block int8, last_block int8)',
        `SELECT least(${end('min')}), greatest(${end('max')})`,
      ],
    ],
  ]);
}
