import { ApiSchema } from '@nestjs/swagger';
import type { Address } from '../../../domain/chain/hex.js';
import {
  AddressField,
  AmountField,
  ChainIdField,
  CursorField,
  LongField,
  RecordListField,
  UnixSecondsField,
} from '../../http/record/field.js';

@ApiSchema({ name: 'ValidatorWithdrawal', description: 'One withdrawal to the execution layer.' })
export class ValidatorWithdrawalDto {
  @LongField('Its index among all withdrawals of the chain.')
  readonly withdrawalIndex!: number;

  @LongField('Its block.')
  readonly blockNumber!: number;

  @UnixSecondsField('Block time, Unix seconds.')
  readonly timestamp!: number;

  @AddressField('Recipient.')
  readonly address!: Address;

  @AmountField('Amount, gwei.')
  readonly amountGwei!: string;
}

const NOT_COUNTED = 'not counted: blocks are missing that may hold some';

@ApiSchema({ name: 'ValidatorWithdrawals', description: 'A page of the withdrawals of one validator.' })
export class ValidatorWithdrawalsDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @LongField('The validator.')
  readonly validatorIndex!: number;

  @RecordListField(() => ValidatorWithdrawalDto, 'Newest first.', 100)
  readonly withdrawals!: readonly ValidatorWithdrawalDto[];

  @LongField('Withdrawals in all.', NOT_COUNTED)
  readonly withdrawalCount?: number;

  @AmountField('Sum of all of them, gwei.', NOT_COUNTED)
  readonly totalWithdrawnGwei?: string;

  @CursorField('Continues this request after the last row.', 'this is the last page')
  readonly nextCursor?: string;
}
