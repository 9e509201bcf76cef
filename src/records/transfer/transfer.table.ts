import type { PoolClient } from 'pg';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import {
  type TokenTransfer,
  TRANSFER_SHAPES,
  type TransferShape,
  tokenTransfers,
} from '../../domain/token/token-transfer.js';
import { BinaryCopy } from '../../platform/postgres/binary-copy.js';
import { copyInto } from '../../platform/postgres/copy-into.js';

export const TRANSFER_COLUMNS = [
  'block_number',
  'tx_index',
  'log_index',
  'batch_index',
  'token',
  'shape',
  'from_address',
  'to_address',
  'operator',
  'token_id',
  'value',
];

const COPY = `COPY decoded_transfer (${TRANSFER_COLUMNS.join(', ')}) FROM STDIN BINARY`;

/** Amounts are text, because they may exceed safe integers. */
const OF_BLOCKS = `
SELECT token, shape, from_address AS "from", to_address AS "to", value::text FROM transfer WHERE block_number BETWEEN $1 AND $2`;

/** The fields of a transfer that change holdings. */
export type StoredTransfer = Pick<TokenTransfer, 'token' | 'shape' | 'from' | 'to' | 'value'>;

const SHAPE_NUMBER = new Map<TransferShape, number>(TRANSFER_SHAPES.map((shape, index) => [shape, index]));

/**
 * Whether a transfer is stored only as the row of its log, from which the view `transfer` reads it. Others
 * have rows of their own: a log does not show that an ERC-777 event repeats another, and a batch holds
 * several transfers.
 */
export const isReadFromLog = ({ shape }: Pick<TokenTransfer, 'shape'>): boolean =>
  shape === 'erc20' || shape === 'erc721';

/** The token transfers of canonical blocks, beyond what their logs show. */
export class TransferTable {
  readonly #decoded = new BinaryCopy(TRANSFER_COLUMNS.length);

  async add(tx: PoolClient, blocks: readonly VerifiedBlock[]): Promise<void> {
    this.#decoded.clear();
    for (const block of blocks) this.#write(block);
    if (this.#decoded.rows > 0) await copyInto(tx, COPY, this.#decoded.finish());
  }

  /**
   * Removes the transfers of the blocks `from` to `to`, both inclusive. Call it before their logs are
   * removed. @returns all removed transfers
   */
  async remove(tx: PoolClient, from: number, to: number): Promise<StoredTransfer[]> {
    const { rows } = await tx.query<StoredRow>(OF_BLOCKS, [from, to]);
    await tx.query('DELETE FROM decoded_transfer WHERE block_number BETWEEN $1 AND $2', [from, to]);
    return rows.map(transferOf);
  }

  async clear(tx: PoolClient): Promise<void> {
    await tx.query('TRUNCATE decoded_transfer');
  }

  /** In log order. */
  #write({ header, receipts }: VerifiedBlock): void {
    let firstLogIndex = 0;
    for (let txIndex = 0; txIndex < receipts.length; txIndex++) {
      const { logs } = receipts[txIndex]!;
      for (const transfer of tokenTransfers(logs)) {
        if (isReadFromLog(transfer)) continue;
        this.#decoded
          .row()
          .int8(header.number)
          .int4(txIndex)
          .int4(firstLogIndex + transfer.logIndexInTx)
          .int4(transfer.batchIndex)
          .bytea(transfer.token)
          .int2(SHAPE_NUMBER.get(transfer.shape)!)
          .bytea(transfer.from)
          .bytea(transfer.to)
          .bytea(transfer.operator)
          .numeric(transfer.tokenId)
          .numeric(transfer.value);
      }
      firstLogIndex += logs.length;
    }
  }
}

interface StoredRow {
  readonly token: Buffer;
  readonly shape: number;
  readonly from: Buffer | null;
  readonly to: Buffer | null;
  readonly value: string | null;
}

function transferOf({ token, shape, from, to, value }: StoredRow): StoredTransfer {
  return {
    token,
    shape: TRANSFER_SHAPES[shape]!,
    ...(from && { from }),
    ...(to && { to }),
    ...(value !== null && { value: BigInt(value) }),
  };
}
