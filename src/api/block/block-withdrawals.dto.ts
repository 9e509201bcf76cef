import { ApiSchema } from '@nestjs/swagger';
import type { BlockWithdrawalRow } from '../../records/withdrawal/block-withdrawals.reader.js';
import {
  AddressField,
  AmountField,
  ChainIdField,
  CountField,
  LongField,
  RecordListField,
} from '../http/record/field.js';

@ApiSchema({ name: 'BlockWithdrawal', description: 'One withdrawal of a block.' })
export class BlockWithdrawalDto {
  @LongField('Its index among all withdrawals of the chain.')
  readonly withdrawalIndex!: number;

  @LongField('The validator it came from.')
  readonly validatorIndex!: number;

  @AddressField('Recipient.')
  readonly address!: string;

  @AmountField('Amount, gwei.')
  readonly amountGwei!: string;
}

@ApiSchema({ name: 'BlockWithdrawals', description: 'The withdrawals of one block.' })
export class BlockWithdrawalsDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @LongField('The block.')
  readonly blockNumber!: number;

  @CountField('Withdrawals of the block; 0 before Shanghai.')
  readonly withdrawalCount!: number;

  @AmountField('Sum of them, gwei.')
  readonly totalWithdrawalGwei!: string;

  @RecordListField(() => BlockWithdrawalDto, 'All of them, in the order of the block.')
  readonly withdrawals!: readonly BlockWithdrawalDto[];
}

/** The record of a withdrawal among those of its block. */
export function blockWithdrawalRecord(row: BlockWithdrawalRow): BlockWithdrawalDto {
  const { withdrawalIndex, validatorIndex, address, amountGwei } = row;
  return { withdrawalIndex, validatorIndex, address, amountGwei };
}
