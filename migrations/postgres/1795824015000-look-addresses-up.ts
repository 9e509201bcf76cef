import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a feed or a holder walks is found by a hash of the address, in place of its 20 bytes. */
export class LookAddressesUp1795824015000 implements MigrationInterface {
  readonly name = 'LookAddressesUp1795824015000';

  async up(runner: QueryRunner): Promise<void> {
    for (const { name, hashed } of INDEXES) await replace(runner, name, hashed);
    for (const statement of functions(sameBytes)) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of functions((column, value) => `${column} = ${value}`))
      await runner.query(statement);
    for (const { name, whole } of INDEXES) await replace(runner, name, whole);
  }
}

const INDEXES = [
  ...[
    ['transaction_from', 'transaction', 'from_address'],
    ['transaction_to', 'transaction', 'to_address'],
    ['log_address', 'log', 'address'],
    ['transfer_from', 'transfer', 'from_address'],
    ['transfer_to', 'transfer', 'to_address'],
    ['transfer_token', 'transfer', 'token'],
    ['internal_transfer_from', 'internal_transfer', 'from_address'],
    ['internal_transfer_to', 'internal_transfer', 'to_address'],
  ].map(([name, table, column]) => ({
    name: name!,
    hashed: `${table} (hashbyteaextended(${column}, 0), block_number)`,
    whole: `${table} (${column}, block_number)`,
  })),
  // Four bytes of hash are a whole word together with the block.
  ...['sent', 'received'].map((side) => ({
    name: `token_holder_${side}`,
    hashed: `token_holder (hashbytea(token), last_${side}) WHERE last_${side} IS NOT NULL`,
    whole: `token_holder (token, last_${side}) WHERE last_${side} IS NOT NULL`,
  })),
];

/** An index that a fill dropped is built as its definition says. */
async function replace(runner: QueryRunner, name: string, on: string): Promise<void> {
  const deferred = (await runner.query('SELECT FROM deferred_index WHERE name = $1', [name])) as unknown[];
  const definition = `CREATE INDEX ${name} ON ${on}`;
  if (deferred.length > 0) {
    await runner.query('UPDATE deferred_index SET definition = $2 WHERE name = $1', [name, definition]);
  } else {
    await runner.query(`DROP INDEX ${name}`);
    await runner.query(definition);
  }
}

type IsSame = (column: string, value: string) => string;

const sameBytes: IsSame = (column, value) =>
  `hashbyteaextended(${column}, 0) = hashbyteaextended(${value}, 0) AND ${column} = ${value}`;

const functions = (is: IsSame): string[] => {
  const sides = ['transaction', 'internal_transfer', 'transfer'].flatMap((table) =>
    ['from_address', 'to_address'].map((side) => `${table} WHERE ${is(side, 'account')}`),
  );
  const edge = (of: 'min' | 'max'): string =>
    [...sides, `log WHERE ${is('address', 'account')}`]
      .map((place) => `(SELECT ${of}(block_number) FROM ${place})`)
      .join(', ');
  return [
    [
      'blocks_of_sender(account bytea, at_most int8)',
      'TABLE (block_number int8)',
      `SELECT block_number FROM transaction WHERE ${is('from_address', 'account')} ORDER BY block_number DESC LIMIT at_most`,
    ],
    [
      'blocks_of_recipient(account bytea, at_most int8)',
      'TABLE (block_number int8)',
      `SELECT block_number FROM transaction WHERE ${is('to_address', 'account')} ORDER BY block_number DESC LIMIT at_most`,
    ],
    [
      'activity_of(account bytea)',
      'TABLE (first_block int8, last_block int8)',
      `SELECT least(${edge('min')}), greatest(${edge('max')})`,
    ],
    [
      'is_active(account bytea)',
      'TABLE (yes boolean)',
      `SELECT ${sides.map((place) => `EXISTS (SELECT 1 FROM ${place})`).join(' OR ')}`,
    ],
    [
      'last_logs(contract bytea, before_block int8, before_index int8, at_most int8)',
      'SETOF log',
      `SELECT * FROM (
         SELECT * FROM log WHERE ${is('address', 'contract')} AND (block_number, log_index) < (before_block, before_index)
         ORDER BY block_number DESC FETCH FIRST (at_most) ROWS WITH TIES
       ) walked
       ORDER BY block_number DESC, log_index DESC LIMIT at_most`,
    ],
    [
      'has_logs(contract bytea)',
      'TABLE (yes boolean)',
      `SELECT true FROM log WHERE ${is('address', 'contract')} LIMIT 1`,
    ],
    [
      'last_received(account bytea, at_block int8, at_most int8)',
      'SETOF transfer',
      `SELECT * FROM (
         SELECT * FROM transfer WHERE ${is('to_address', 'account')} AND block_number <= at_block
         ORDER BY block_number DESC FETCH FIRST (at_most) ROWS WITH TIES
       ) walked
       ORDER BY block_number DESC, tx_index DESC, log_index DESC, batch_index DESC LIMIT at_most`,
    ],
    [
      'last_transfer(of_token bytea, at_block int8)',
      'SETOF transfer',
      `SELECT * FROM transfer WHERE ${is('token', 'of_token')} AND block_number <= at_block
       ORDER BY block_number DESC, tx_index DESC, log_index DESC, batch_index DESC LIMIT 1`,
    ],
    [
      'moves_in(holder bytea, of_token bytea, from_block int8, to_block int8)',
      'TABLE (block_number int8)',
      ['from_address', 'to_address']
        .map(
          (side) =>
            `SELECT block_number FROM transfer WHERE ${is(side, 'holder')} AND ${is('token', 'of_token')} AND ${IN_RANGE}`,
        )
        .join(' UNION ALL '),
    ],
    [
      'met_in(account bytea, from_block int8, to_block int8)',
      'TABLE (counterparty bytea, block_number int8, is_sent boolean, is_received boolean, succeeded boolean, flags int4)',
      `SELECT side.counterparty, side.block_number, bool_or(side.is_sent), bool_or(NOT side.is_sent), bool_or(side.succeeded), bit_or(side.flags)
       FROM (
         SELECT to_address AS counterparty, block_number, tx_index, true AS is_sent, succeeded, flags FROM interaction
         WHERE ${is('from_address', 'account')} AND ${IN_RANGE}
         UNION ALL
         SELECT from_address, block_number, tx_index, false, succeeded, flags FROM interaction
         WHERE ${is('to_address', 'account')} AND ${IN_RANGE}
       ) side
       GROUP BY side.counterparty, side.block_number, side.tx_index`,
    ],
  ].map(
    ([signature, result, body]) =>
      `CREATE OR REPLACE FUNCTION ${signature} RETURNS ${result} LANGUAGE sql STABLE PARALLEL SAFE AS $$ ${body} $$`,
  );
};

const IN_RANGE = 'block_number BETWEEN from_block AND to_block';
