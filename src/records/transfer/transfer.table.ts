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

const COPY = `COPY transfer (${TRANSFER_COLUMNS.join(', ')}) FROM STDIN BINARY`;

/** Amounts are text: they may be larger than numbers. */
const DELETE = `
DELETE FROM transfer WHERE block_number BETWEEN $1 AND $2
RETURNING token, shape, from_address AS "from", to_address AS "to", value::text`;

/** A transfer that was removed. */
export type RemovedTransfer = Pick<TokenTransfer, 'token' | 'shape' | 'from' | 'to' | 'value'>;

const SHAPE_NUMBER = new Map<TransferShape, number>(TRANSFER_SHAPES.map((shape, index) => [shape, index]));

/**
 * The token transfers of canonical blocks. The projection of tokens writes them, because it subtracts by the rows that it removes: a table
 * with a projector of its own would not have them any more while tokens alone are rebuilt.
 */
export class TransferTable {
  readonly #rows = new BinaryCopy(TRANSFER_COLUMNS.length);

  async add(tx: PoolClient, blocks: readonly VerifiedBlock[]): Promise<void> {
    this.#rows.clear();
    for (const block of blocks) this.#write(block);
    await copyInto(tx, COPY, this.#rows.finish());
  }

  /** Removes the transfers of the blocks `from` to `to`, both inclusive. */
  async remove(tx: PoolClient, from: number, to: number): Promise<RemovedTransfer[]> {
    const { rows } = await tx.query<RemovedRow>(DELETE, [from, to]);
    return rows.map(removed);
  }

  async clear(tx: PoolClient): Promise<void> {
    await tx.query('TRUNCATE transfer');
  }

  /** In log order. */
  #write({ header, receipts }: VerifiedBlock): void {
    let firstLogIndex = 0;
    for (let txIndex = 0; txIndex < receipts.length; txIndex++) {
      const { logs } = receipts[txIndex]!;
      for (const transfer of tokenTransfers(logs)) {
        this.#rows
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

interface RemovedRow {
  readonly token: Buffer;
  readonly shape: number;
  readonly from: Buffer | null;
  readonly to: Buffer | null;
  readonly value: string | null;
}

function removed({ token, shape, from, to, value }: RemovedRow): RemovedTransfer {
  return {
    token,
    shape: TRANSFER_SHAPES[shape]!,
    ...(from && { from }),
    ...(to && { to }),
    ...(value !== null && { value: BigInt(value) }),
  };
}
