import { ApiSchema } from '@nestjs/swagger';
import type { Address } from '../../domain/chain/hex.js';
import { AddressField, CursorField, RecordListField } from '../http/record/field.js';
import { FeedTransactionDto } from './feed-transaction.dto.js';

@ApiSchema({ name: 'AddressTransactions', description: 'A page of the transactions of one address.' })
export class AddressTransactionsDto {
  @AddressField('The address.')
  readonly address!: Address;

  @RecordListField(() => FeedTransactionDto, 'Newest first.', 100)
  readonly transactions!: readonly FeedTransactionDto[];

  @CursorField('Continues this request after the last row.', 'this is the last page')
  readonly nextCursor?: string;
}
