import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Pages of an address, and what lies at a place, as functions. A cluster runs each by itself: in one statement with blocks, which the coordinator has, it would bring all
 * rows of a table there. The planner of one server copies their text into the asking statement.
 */
export class ReadPagesAtOnce1795824400000 implements MigrationInterface {
  readonly name = 'ReadPagesAtOnce1795824400000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, result, body] of LOOKUPS)
      await runner.query(
        `CREATE FUNCTION ${name} RETURNS ${result} LANGUAGE sql STABLE PARALLEL SAFE AS $$ ${body} $$`,
      );
    await runner.query('DROP VIEW token_movement');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(VIEW);
    for (const [name] of LOOKUPS) await runner.query(`DROP FUNCTION ${name}`);
  }
}

const SIDES = ['from_address', 'to_address'];

/**
 * Each side is walked backwards in its own index, up to the page and the end of its last block. A row of an address to itself is in both,
 * and is merged into one.
 */
const newest = (table: string, place: readonly string[], read = (_: string) => place.join(', ')): string =>
  `${SIDES.map(
    (side) => `
     (SELECT ${read(side)} FROM ${table}
      WHERE hashbyteaextended(${side}, 0) = hashbyteaextended(account, 0) AND ${side} = account
        AND (${place.join(', ')}) < (${place.map((part) => `before_${part}`).join(', ')})
      ORDER BY block_number DESC FETCH FIRST (at_most) ROWS WITH TIES)`,
  ).join(' UNION ')}
   ORDER BY ${place.map((part) => `${part} DESC`).join(', ')} LIMIT at_most`;

const TRANSACTION = ['block_number', 'tx_index'];
const FRAME = [...TRANSACTION, 'ordinal'];
const TRANSFER = [...TRANSACTION, 'log_index', 'batch_index'];

const before = (place: readonly string[]): string =>
  place.map((part) => `before_${part} ${part === 'block_number' ? 'int8' : 'int4'}`).join(', ');
const columns = (place: readonly string[]): string =>
  place.map((part) => `${part} ${part === 'block_number' ? 'int8' : 'int4'}`).join(', ');

const VIEW = `
CREATE VIEW token_movement AS
SELECT transfer.block_number AS "blockNumber", transfer.tx_index AS "txIndex", transfer.log_index AS "logIndex",
       transfer.batch_index AS "batchIndex", block.timestamp, tx.hash AS "txHash", tx.from_address AS "txSender", tx.to_address AS "txTo",
       transfer.token, transfer.shape, transfer.from_address AS "from", transfer.to_address AS "to", transfer.operator,
       transfer.token_id AS "tokenId", transfer.value
FROM transfer LEFT JOIN transaction tx USING (block_number, tx_index) LEFT JOIN block ON block.number = transfer.block_number`;

/** Without what the coordinator of a cluster has. */
const MOVEMENT = `TABLE ("blockNumber" int8, "txIndex" int4, "logIndex" int4, "batchIndex" int4, "txHash" bytea, "txSender" bytea, "txTo" bytea,
  token bytea, shape int2, "from" bytea, "to" bytea, operator bytea, "tokenId" numeric, value numeric)`;
const MOVED = `moved.block_number, moved.tx_index, moved.log_index, moved.batch_index, tx.hash, tx.from_address, tx.to_address, moved.token,
  moved.shape, moved.from_address, moved.to_address, moved.operator, moved.token_id, moved.value`;

const IN_TRANSACTION = 'block_number = of_block AND tx_index = of_index';

/** Signature, result and statement of each. Blocks are named twice where a cluster then asks no shard that has none of them. */
const LOOKUPS: readonly (readonly [string, string, string])[] = [
  [
    `transactions_of(account bytea, ${before(TRANSACTION)}, at_most int8)`,
    'SETOF transaction_row',
    `SELECT tx.* FROM (${newest('transaction', TRANSACTION)}) place
     JOIN transaction_row tx ON tx.block_number = place.block_number AND tx."txIndex" = place.tx_index`,
  ],
  [
    `internal_transfers_of(account bytea, ${before(FRAME)}, at_most int8)`,
    `TABLE (${columns(FRAME)}, type int2, reverted boolean, from_address bytea, to_address bytea, value numeric, path bytea, tx_hash bytea)`,
    `SELECT moved.block_number, moved.tx_index, moved.ordinal, moved.type, moved.reverted, moved.from_address, moved.to_address,
            moved.value, moved.path, tx.hash
     FROM (${newest('internal_transfer', FRAME, () => '*')}) moved
     JOIN transaction tx ON tx.block_number = moved.block_number AND tx.tx_index = moved.tx_index`,
  ],
  [
    `transfers_of(account bytea, ${before(TRANSFER)}, at_most int8)`,
    `TABLE (${columns(TRANSFER)}, other bytea)`,
    newest('transfer', TRANSFER, (side) =>
      [...TRANSFER, `${SIDES.find((other) => other !== side)} AS other`].join(', '),
    ),
  ],
  [
    `transfers_of_token(of_token bytea, ${before(TRANSFER)}, at_most int8)`,
    `TABLE (${columns(TRANSFER)})`,
    `SELECT * FROM (
       SELECT ${TRANSFER.join(', ')} FROM transfer
       WHERE hashbyteaextended(token, 0) = hashbyteaextended(of_token, 0) AND token = of_token
         AND (${TRANSFER.join(', ')}) < (${TRANSFER.map((part) => `before_${part}`).join(', ')})
       ORDER BY block_number DESC FETCH FIRST (at_most) ROWS WITH TIES
     ) walked
     ORDER BY ${TRANSFER.map((part) => `${part} DESC`).join(', ')} LIMIT at_most`,
  ],
  [
    'transfers_at(blocks int8[], logs int4[], batches int4[])',
    MOVEMENT,
    `SELECT ${MOVED} FROM unnest(blocks, logs, batches) place (block_number, log_index, batch_index)
     JOIN transfer moved ON moved.block_number = place.block_number AND moved.log_index = place.log_index
       AND moved.batch_index = place.batch_index
     LEFT JOIN transaction tx ON tx.block_number = moved.block_number AND tx.tx_index = moved.tx_index
     WHERE moved.block_number = ANY (blocks)`,
  ],
  [
    'transfers_of_transaction(of_hash bytea, at_most int8)',
    MOVEMENT,
    `SELECT ${MOVED} FROM transaction tx
     JOIN transfer moved ON moved.block_number = tx.block_number AND moved.tx_index = tx.tx_index
     WHERE hashbyteaextended(tx.hash, 0) = hashbyteaextended(of_hash, 0) AND tx.hash = of_hash
     ORDER BY moved.log_index, moved.batch_index LIMIT at_most`,
  ],
  [
    'failed_frames_of(of_block int8, of_index int4)',
    'SETOF failed_frame',
    `SELECT * FROM failed_frame WHERE ${IN_TRANSACTION}`,
  ],
  [
    'log_at(of_block int8, of_index int4, of_place int4)',
    'SETOF log',
    `SELECT * FROM log WHERE ${IN_TRANSACTION} AND log_index_in_tx = of_place`,
  ],
  [
    'withdrawals_of(of_block int8)',
    'SETOF withdrawal',
    'SELECT * FROM withdrawal WHERE block_number = of_block',
  ],
];
