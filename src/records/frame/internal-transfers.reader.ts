import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address, Hash } from '../../domain/chain/hex.js';
import { FRAME_TYPES, type FrameType } from '../../domain/chain/record/block.js';
import type { TxPosition } from '../../domain/chain/record/tx-position.js';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';

/** An inner frame that moved value, or would have, had it not been undone. */
export interface InternalTransferRow {
  readonly blockNumber: number;
  readonly txIndex: number;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly txHash: Hash;
  /** `0x` and two bytes per level. */
  readonly path: string;
  readonly type: FrameType;
  readonly from: Address;
  /** Null for a creation that failed before it had an address. */
  readonly to: Address | null;
  /** Wei. */
  readonly value: string;
  readonly reverted: boolean;
}

/** Internal transfers of an address, newest first. */
export interface InternalTransferRows {
  readonly headNumber: number;
  readonly transfers: readonly InternalTransferRow[];
  /** Place of the last transfer; absent when there is no older one. */
  readonly last?: FramePlace;
}

/** A place among frames. */
export interface FramePlace extends TxPosition {
  /** Number of earlier frames of the transaction. The path may be too long for a cursor. */
  readonly ordinal: number;
}

/** A single row without a transfer when there is none. */
const OF_ADDRESS = `
SELECT head.number AS "headNumber", moved.block_number AS "blockNumber", moved.tx_index AS "txIndex", block.timestamp,
       moved.tx_hash AS "txHash", moved.path, moved.type, moved.from_address AS "from", moved.to_address AS "to", moved.value,
       moved.reverted, moved.ordinal
FROM (SELECT max(number) AS number FROM block) head
LEFT JOIN LATERAL internal_transfers_of($1, $2, $3, $4, $5 + 1) moved ON true
LEFT JOIN block ON block.number = moved.block_number
WHERE head.number IS NOT NULL
ORDER BY moved.block_number DESC, moved.tx_index DESC, moved.ordinal DESC`;

type OfAddressRow = Omit<InternalTransferRow, 'type'> & {
  readonly headNumber: number;
  readonly type: number;
  readonly ordinal: number;
};

@Injectable()
export class InternalTransfersReader {
  constructor(private readonly pool: Pool) {}

  /**
   * Transfers from or to the address inside transactions, newest first; in a transaction the last frame comes
   * first.
   * @param before only transfers older than the frame at this place
   * @throws {NotCovered} while no block is stored
   */
  async ofAddress(
    address: Address,
    before: FramePlace | undefined,
    pageSize: number,
  ): Promise<InternalTransferRows> {
    const { rows } = await this.pool.query<OfAddressRow>({
      name: 'internal transfers of address',
      text: OF_ADDRESS,
      values: [
        fromHex(address),
        before?.blockNumber ?? Number.MAX_SAFE_INTEGER,
        before?.txIndex ?? 0,
        before?.ordinal ?? 0,
        pageSize,
      ],
      types: JSON_READY,
    });
    const [first] = rows;
    if (!first) throw NotCovered.unavailable();
    const transfers = rows.filter(({ path }) => path !== null).slice(0, pageSize);
    return {
      headNumber: first.headNumber,
      transfers: transfers.map(transferRow),
      ...(rows.length > pageSize && { last: placeOf(transfers.at(-1)!) }),
    };
  }
}

/** Field by field: a copy of the whole row takes longer than its record. */
const transferRow = (row: OfAddressRow): InternalTransferRow => ({
  blockNumber: row.blockNumber,
  txIndex: row.txIndex,
  timestamp: row.timestamp,
  txHash: row.txHash,
  path: row.path,
  type: FRAME_TYPES[row.type]!,
  from: row.from,
  to: row.to,
  value: row.value,
  reverted: row.reverted,
});

function placeOf({ blockNumber, txIndex, ordinal }: OfAddressRow): FramePlace {
  return { blockNumber, txIndex, ordinal };
}
