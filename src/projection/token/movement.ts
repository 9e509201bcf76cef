import { TRANSFER_SHAPES, type TransferShape } from '../../domain/token/token-transfer.js';
import { movesItems, type TokenColumns } from './token-columns.js';

/** One movement of one token. */
export interface Movement {
  readonly blockNumber: number;
  readonly txIndex: number;
  readonly logIndex: number;
  /** Place in a batch event, 0 elsewhere. */
  readonly batchIndex: number;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly txHash: string;
  readonly txSender: string;
  /** Null for a creation. */
  readonly txTo: string | null;
  readonly shape: TransferShape;
  /** Null on a mint. */
  readonly from: string | null;
  /** Null on a burn. */
  readonly to: string | null;
  readonly operator: string | null;
  readonly tokenId: string | null;
  readonly value: string | null;
}

/** Block, transaction, log, and place in a batch. */
export type TransferPlace = readonly [number, number, number, number];

export const PLACE = 'block_number, tx_index, log_index, batch_index';
export const NEWEST_FIRST = 'block_number DESC, tx_index DESC, log_index DESC, batch_index DESC';
/** Above every place there is: an `int4` index has no larger value. */
export const HEAD: TransferPlace = [Number.MAX_SAFE_INTEGER, 0, 0, 0];

/** Columns of a movement, where `JOIN_MOVEMENT` is joined to its `place`. */
export const MOVEMENT_COLUMNS = `
       transfer.block_number AS "blockNumber", transfer.tx_index AS "txIndex", transfer.log_index AS "logIndex",
       transfer.batch_index AS "batchIndex", block.timestamp, tx.hash AS "txHash", tx.from_address AS "txSender",
       tx.to_address AS "txTo", transfer.shape, transfer.from_address AS "from", transfer.to_address AS "to",
       transfer.operator, transfer.token_id AS "tokenId", transfer.value`;

export const JOIN_MOVEMENT = `
LEFT JOIN transfer ON transfer.block_number = place.block_number AND transfer.tx_index = place.tx_index
  AND transfer.log_index = place.log_index AND transfer.batch_index = place.batch_index
LEFT JOIN transaction tx ON tx.block_number = place.block_number AND tx.tx_index = place.tx_index
LEFT JOIN block ON block.number = place.block_number`;

export type MovementColumns = Omit<Movement, 'shape'> & { readonly shape: number };

export function movement(row: MovementColumns, token: Pick<TokenColumns, 'selectors'>): Movement {
  const { blockNumber, txIndex, logIndex, batchIndex, timestamp, txHash, txSender, txTo } = row;
  const shape = TRANSFER_SHAPES[row.shape]!;
  const isItem = shape === 'unindexed' && movesItems(token);
  return {
    ...{ blockNumber, txIndex, logIndex, batchIndex, timestamp, txHash, txSender, txTo, shape },
    ...{ from: row.from, to: row.to, operator: row.operator },
    tokenId: isItem ? row.value : row.tokenId,
    value: isItem ? null : row.value,
  };
}
