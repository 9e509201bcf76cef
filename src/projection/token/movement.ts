import type { Address, Hash } from '../../domain/chain/hex.js';
import { movesItems } from '../../domain/token/moves-items.js';
import { TRANSFER_SHAPES, type TransferShape } from '../../domain/token/token-transfer.js';
import type { TokenColumns } from './token-columns.js';

/** One movement of one token. */
export interface Movement {
  readonly blockNumber: number;
  readonly txIndex: number;
  readonly logIndex: number;
  /** Place in a batch event, 0 elsewhere. */
  readonly batchIndex: number;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly txHash: Hash;
  readonly txSender: string;
  /** Null for a contract creation. */
  readonly txTo: string | null;
  readonly shape: TransferShape;
  /** Null on a mint. */
  readonly from: Address | null;
  /** Null on a burn. */
  readonly to: Address | null;
  readonly operator: string | null;
  readonly tokenId: string | null;
  readonly value: string | null;
}

/** Block, transaction index, log index, and index in a batch. */
export type TransferPlace = readonly [number, number, number, number];

/** Above every possible place. */
export const HEAD: TransferPlace = [Number.MAX_SAFE_INTEGER, 0, 0, 0];

/** Columns of a movement, with the shape as its number. */
export type MovementColumns = Omit<Movement, 'shape'> & { readonly shape: number };

export function movement(row: MovementColumns, token: Pick<TokenColumns, 'selectors'>): Movement {
  const shape = TRANSFER_SHAPES[row.shape]!;
  const isItem = shape === 'unindexed' && movesItems(token);
  return {
    blockNumber: row.blockNumber,
    txIndex: row.txIndex,
    logIndex: row.logIndex,
    batchIndex: row.batchIndex,
    timestamp: row.timestamp,
    txHash: row.txHash,
    txSender: row.txSender,
    txTo: row.txTo,
    shape,
    from: row.from,
    to: row.to,
    operator: row.operator,
    tokenId: isItem ? row.value : row.tokenId,
    value: isItem ? null : row.value,
  };
}
