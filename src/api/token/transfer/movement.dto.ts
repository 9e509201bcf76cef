import type { Address, Hash } from '../../../domain/chain/hex.js';
import type { Movement } from '../../../projection/token/token-transfers.reader.js';
import {
  AddressField,
  AmountField,
  CountField,
  HashField,
  LongField,
  TextField,
  UnixSecondsField,
} from '../../http/record/field.js';

/** Fields of every transfer of a token, in any list. */
export abstract class MovementDto {
  @LongField('Its block.')
  readonly blockNumber!: number;

  @CountField('Place of the transaction in the block, from 0.')
  readonly txIndex!: number;

  @CountField('Place of the log in the block, from 0; the elements of a batch share it.')
  readonly logIndex!: number;

  @TextField('`transfer`, `transfer_single`, `transfer_batch`, `mint` or `burn`. Others may come.')
  readonly eventType!: string;

  @AddressField('Sender of the transfer.', 'it was minted')
  readonly from?: Address | undefined;

  @AddressField('Recipient of the transfer.', 'it was burnt')
  readonly to?: Address | undefined;

  @AddressField('Operator of the transfer, for ERC-1155.', 'of another standard')
  readonly operator?: string | undefined;

  @AmountField('Which item.', 'the token has no items')
  readonly tokenId?: string | undefined;

  @AmountField('Amount as the chain has it, not scaled by decimals.', 'the standard carries none')
  readonly value?: string | undefined;

  @HashField('Hash of the transaction.', 'not known')
  readonly txHash?: Hash | undefined;

  @UnixSecondsField('Block time, Unix seconds.', 'not known')
  readonly timestamp?: number | undefined;

  @AddressField('Sender of the transaction.', 'not known')
  readonly txSender?: string | undefined;

  @AddressField('Whom the transaction called.', 'it creates a contract, or is not known')
  readonly txTo?: string | undefined;
}

/** Fields of every record of a transfer. */
export function movementRecord(row: Movement): MovementDto {
  return {
    blockNumber: row.blockNumber,
    txIndex: row.txIndex,
    logIndex: row.logIndex,
    eventType: eventType(row),
    from: row.from ?? undefined,
    to: row.to ?? undefined,
    // An ERC-777 operator is not what the field promises.
    operator: row.shape === 'erc777' ? undefined : (row.operator ?? undefined),
    tokenId: row.tokenId ?? undefined,
    value: row.value ?? undefined,
    txHash: row.txHash,
    timestamp: row.timestamp,
    txSender: row.txSender,
    txTo: row.txTo ?? undefined,
  };
}

function eventType({ shape, from, to }: Movement): string {
  if (from === null) return 'mint';
  if (to === null) return 'burn';
  if (shape === 'erc1155_single') return 'transfer_single';
  return shape === 'erc1155_batch' ? 'transfer_batch' : 'transfer';
}
