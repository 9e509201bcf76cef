import { ApiSchema } from '@nestjs/swagger';
import type { Address } from '../../domain/chain/hex.js';
import type { TokenTransferRow } from '../../projection/token/address-token-transfers.reader.js';
import { ChoiceField, RecordField } from '../http/record/field.js';
import { TransferTokenDto, transferTokenRecord } from '../token/described/transfer-token.dto.js';
import { MovementDto, movementRecord } from '../token/transfer/movement.dto.js';
import { FEED_ROLES, type FeedRole } from './feed-role.js';

@ApiSchema({ name: 'FeedTokenTransfer', description: 'One movement of one token in the feed of an address.' })
export class FeedTokenTransferDto extends MovementDto {
  @RecordField(() => TransferTokenDto, 'The token.')
  readonly token!: TransferTokenDto;

  @ChoiceField(FEED_ROLES, 'Role of the address in it.')
  readonly role!: FeedRole;
}

/** The record of a token transfer in the feed of an address, which is one of its sides. */
export function feedTokenTransferRecord(
  { token, movement, described }: TokenTransferRow,
  address: Address,
): FeedTokenTransferDto {
  return {
    ...movementRecord(movement),
    token: transferTokenRecord(token, described),
    role: roleOf(address, movement),
  };
}

function roleOf(address: Address, { from, to }: TokenTransferRow['movement']): FeedRole {
  if (from !== address) return 'receiver';
  return to === address ? 'self' : 'sender';
}
