import { ApiSchema } from '@nestjs/swagger';
import type { Address } from '../../domain/chain/hex.js';
import { AddressField, CursorField, RecordListField } from '../http/record/field.js';
import { FeedInternalTransferDto } from './feed-internal-transfer.dto.js';

@ApiSchema({
  name: 'AddressInternalTransfers',
  description: 'A page of the internal transfers of one address.',
})
export class AddressInternalTransfersDto {
  @AddressField('The address.')
  readonly address!: Address;

  @RecordListField(
    () => FeedInternalTransferDto,
    'Newest first; within a transaction the last frame first.',
    100,
  )
  readonly transfers!: readonly FeedInternalTransferDto[];

  @CursorField('Continues this request after the last row.', 'this is the last page')
  readonly nextCursor?: string;
}
