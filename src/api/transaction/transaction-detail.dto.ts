import { ApiSchema } from '@nestjs/swagger';
import type { Hex } from '../../domain/chain/hex.js';
import { BytesField, CountField } from '../http/record/field.js';
import { TransactionDto } from './transaction.dto.js';

@ApiSchema({
  name: 'TransactionDetail',
  description: 'One transaction on its own, with its call data and what it did inside.',
})
export class TransactionDetailDto extends TransactionDto {
  @BytesField('Call data.', 'not stored')
  readonly input?: Hex;

  @CountField('Inner calls that carry value, undone ones included.', 'the traces of its block are not held')
  readonly internalTransferCount?: number;

  @CountField('Token transfers; each row of a batch counts.', 'not counted')
  readonly tokenTransferCount?: number;

  @CountField('Call frames that failed.', 'the traces of its block are not held')
  readonly failedFrameCount?: number;
}
