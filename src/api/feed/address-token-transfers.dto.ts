import { ApiSchema } from '@nestjs/swagger';
import type { Address } from '../../domain/chain/hex.js';
import { AddressField, CursorField, RecordListField } from '../http/record/field.js';
import { FeedTokenTransferDto } from './feed-token-transfer.dto.js';

@ApiSchema({ name: 'AddressTokenTransfers', description: 'A page of the token transfers of one address.' })
export class AddressTokenTransfersDto {
  @AddressField('The address.')
  readonly address!: Address;

  @RecordListField(() => FeedTokenTransferDto, 'Newest first; of a batch the last element first.', 100)
  readonly transfers!: readonly FeedTokenTransferDto[];

  @CursorField('Continues this request after the last row.', 'this is the last page')
  readonly nextCursor?: string;
}
