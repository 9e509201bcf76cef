import { ApiSchema } from '@nestjs/swagger';
import { ChoiceField, RecordField } from '../../http/record/field.js';
import { MovementDto } from '../../token/transfer/movement.dto.js';
import { TransferTokenDto } from '../../token/transfer-token.dto.js';
import { FEED_ROLES, type FeedRole } from '../feed-role.js';

@ApiSchema({ name: 'FeedTokenTransfer', description: 'One movement of one token in the feed of an address.' })
export class FeedTokenTransferDto extends MovementDto {
  @RecordField(() => TransferTokenDto, 'The token.')
  readonly token!: TransferTokenDto;

  @ChoiceField(FEED_ROLES, 'The part of the address in it.')
  readonly role!: FeedRole;
}
