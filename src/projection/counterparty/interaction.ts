import { TRANSFER_SHAPES, type TransferShape } from '../../domain/token/token-transfer.js';

/** Bits of `marks`: how two addresses interact in a transaction, and the classes of the tokens that moved between them. */
export const FLAGS = { external: 1, internal: 2, token: 4, fungible: 8, nft: 16, unindexed: 32 } as const;

/** Number of bits by which the marks of tokens are shifted; only these are stored. */
export const TOKEN_FLAGS_SHIFT = 3;

/** Records of interactions, with `from_address` and `to_address`; both are set and differ. */
interface InteractionSource {
  readonly table: string;
  readonly where: string;
  /** Whether it took effect. */
  readonly succeeded: string;
  readonly flags: string;
}

const CLASS_OF_SHAPE: Readonly<Record<TransferShape, 'fungible' | 'nft' | 'unindexed'>> = {
  erc20: 'fungible',
  erc721: 'nft',
  erc1155_single: 'nft',
  erc1155_batch: 'nft',
  erc777: 'fungible',
  // The code of the token decides, on reading.
  unindexed: 'unindexed',
};
const flagsOfShape = TRANSFER_SHAPES.map((shape) => FLAGS.token | FLAGS[CLASS_OF_SHAPE[shape]]);

/** The same records that the feeds of an address list. */
const INTERACTION_SOURCES: readonly InteractionSource[] = [
  { table: 'transaction', where: 'true', succeeded: 'status = 1', flags: `${FLAGS.external}` },
  {
    table: 'frame',
    // The condition of its indexes by address.
    where: 'value > 0 AND octet_length(path) > 2 AND type <> 1',
    succeeded: 'NOT reverted',
    flags: `${FLAGS.internal}`,
  },
  {
    table: 'transfer',
    where: 'true',
    succeeded: 'true',
    flags: `(ARRAY[${flagsOfShape}])[shape + 1]`,
  },
];

const PLACE = 'block_number, tx_index';
const OUTCOME = 'bool_or(stood) AS stood, bit_or(marks) AS marks';

/** Statement: one row for each transaction of the blocks `$1` to `$2` and pair that met in it. */
export const INTERACTIONS_OF_BLOCKS = `
SELECT lesser, greater, block_number, bool_or(is_forth) AS is_forth, bool_or(NOT is_forth) AS is_back, ${OUTCOME}
FROM (${INTERACTION_SOURCES.map(
  ({ table, where, succeeded, flags }) => `
  SELECT least(from_address, to_address) AS lesser, greatest(from_address, to_address) AS greater, ${PLACE},
         from_address < to_address AS is_forth, ${succeeded} AS stood, ${flags} AS marks
  FROM ${table}
  WHERE block_number BETWEEN $1 AND $2 AND from_address <> to_address AND ${where}`,
).join('\n  UNION ALL')}
) contact
GROUP BY lesser, greater, ${PLACE}`;

/** Statement: one row for each transaction of the blocks `run.from_block` to `run.to_block` and address that met the address `$1` in it. */
export const INTERACTIONS_OF_ADDRESS = `
SELECT counterparty, block_number, bool_or(is_sent) AS is_sent, bool_or(NOT is_sent) AS is_received, ${OUTCOME}
FROM (${INTERACTION_SOURCES.flatMap(({ table, where, succeeded, flags }) =>
  [
    ['from', 'to'],
    ['to', 'from'],
  ].map(
    ([own, other]) => `
  SELECT ${other}_address AS counterparty, ${PLACE}, ${own === 'from'} AS is_sent, ${succeeded} AS stood, ${flags} AS marks
  FROM ${table}
  WHERE ${own}_address = $1 AND block_number BETWEEN run.from_block AND run.to_block
    AND ${other}_address <> $1 AND ${where}`,
  ),
).join('\n  UNION ALL')}
) contact
GROUP BY counterparty, ${PLACE}`;

/** Aggregates of interactions; the parameters name the columns of the direction. */
export const countsOf = (sentColumn: string, receivedColumn: string): string => `
  count(*) AS tx_count, count(*) FILTER (WHERE stood) AS succeeded_count,
  count(*) FILTER (WHERE ${sentColumn}) AS ${sentColumn.replace('is_', '')}_count,
  count(*) FILTER (WHERE ${receivedColumn}) AS ${receivedColumn.replace('is_', '')}_count,
  count(*) FILTER (WHERE marks & ${FLAGS.external} > 0) AS external_count,
  count(*) FILTER (WHERE marks & ${FLAGS.internal} > 0) AS internal_count,
  count(*) FILTER (WHERE marks & ${FLAGS.token} > 0) AS token_count,
  (bit_or(marks) >> ${TOKEN_FLAGS_SHIFT})::int2 AS token_marks,
  min(block_number) AS first_block, max(block_number) AS last_block`;
