import { ApiSchema } from '@nestjs/swagger';
import type { Address, Hash } from '../../domain/chain/hex.js';
import { frameLevelOfHex } from '../../domain/chain/record/frame-path.js';
import type { InternalTransferRow } from '../../records/frame/internal-transfers.reader.js';
import {
  AddressField,
  AmountField,
  CallDepthField,
  CallPathField,
  ChoiceField,
  CountField,
  HashField,
  LongField,
  TextField,
  UnixSecondsField,
} from '../http/record/field.js';
import { FEED_ROLES, type FeedRole, partOf } from './feed-role.js';

@ApiSchema({
  name: 'FeedInternalTransfer',
  description: 'One call frame inside a transaction that carries value; the top-level call is none.',
})
export class FeedInternalTransferDto {
  @LongField('Its block.')
  readonly blockNumber!: number;

  @CountField('Place of the transaction in the block, from 0.')
  readonly txIndex!: number;

  @UnixSecondsField('Block time, Unix seconds.')
  readonly timestamp!: number;

  @HashField('Hash of the transaction.')
  readonly txHash!: Hash;

  @CallPathField(
    'Place in the call tree: four hex characters per level, the root `0000`; `ffff` counts on in the next four.',
  )
  readonly callPath!: string;

  @CallDepthField(2, 'Level in the call tree; the root would be 1.')
  readonly callDepth!: number;

  @TextField('Kind of call: `call`, `create`, `create2`, `selfdestruct`. Others may come.')
  readonly callType!: string;

  @AddressField('Payer.')
  readonly from!: Address;

  @AmountField('Value moved, wei.')
  readonly valueWei!: string;

  @TextField(
    '`success`, or `reverted` when the frame or one above it failed and nothing moved. Others may come.',
  )
  readonly status!: string;

  @ChoiceField(FEED_ROLES, 'Role of the address in it.')
  readonly role!: FeedRole;

  @AddressField('Payee.', 'a creation that failed before it had an address')
  readonly to?: Address | undefined;

  @AddressField('The other side.', 'there is no payee, or the address paid itself')
  readonly counterparty?: Address | undefined;
}

/** The record of an internal transfer in the feed of an address. */
export function feedInternalTransferRecord(
  row: InternalTransferRow,
  address: Address,
): FeedInternalTransferDto {
  const { role, counterparty } = partOf(address, row.from, row.to);
  return {
    blockNumber: row.blockNumber,
    txIndex: row.txIndex,
    timestamp: row.timestamp,
    txHash: row.txHash,
    callPath: row.path.slice(2),
    callDepth: frameLevelOfHex(row.path),
    callType: row.type.toLowerCase(),
    from: row.from,
    valueWei: row.value,
    status: row.reverted ? 'reverted' : 'success',
    role,
    to: row.to ?? undefined,
    counterparty,
  };
}
