import { ApiSchema } from '@nestjs/swagger';
import { CursorField, LongField, RecordListField } from '../http/record/field.js';
import { TransactionDto } from '../transaction/transaction.dto.js';

@ApiSchema({ name: 'BlockTransactions', description: 'A page of the transactions of one block.' })
export class BlockTransactionsDto {
  @LongField('The block.')
  readonly blockNumber!: number;

  @LongField('Transactions of the whole block, not of the page.')
  readonly txCount!: number;

  @RecordListField(() => TransactionDto, 'In the order of their index.', 100)
  readonly transactions!: readonly TransactionDto[];

  @CursorField('Continues this request after the last row.', 'this is the last page')
  readonly nextCursor?: string;
}
