import { ApiSchema } from '@nestjs/swagger';
import { BytesField, CountField } from '../http/record/field.js';
import { TransactionDto } from './transaction.dto.js';

@ApiSchema({
  name: 'TransactionDetail',
  description: 'One transaction on its own, with its call data and what it did inside.',
})
export class TransactionDetailDto extends TransactionDto {
  @BytesField('Call data.', 'not stored')
  readonly input?: string;

  @CountField('Inner calls that moved value.', 'call traces are not indexed')
  readonly internalTransferCount?: number;

  @CountField('Token transfers.', 'not counted')
  readonly tokenTransferCount?: number;

  @CountField('Call frames that failed.', 'call traces are not indexed')
  readonly failedFrameCount?: number;
}
