import { ApiSchema } from '@nestjs/swagger';
import type { Address } from '../../domain/chain/hex.js';
import {
  AddressField,
  AmountField,
  ChoiceField,
  CountField,
  RecordField,
  TextField,
} from '../http/record/field.js';
import { BalanceWindowDto } from './balance-window.dto.js';

@ApiSchema({ name: 'TokenBalance', description: 'Balance of one covered token; `0` is a real zero.' })
export class TokenBalanceDto {
  @AddressField('The holder.')
  readonly address!: Address;

  @AddressField('Contract of the token.')
  readonly token!: Address;

  @AmountField('Amount in the smallest unit.')
  readonly balance!: string;

  @ChoiceField(['contract_storage'], 'What the balance is taken from.')
  readonly balanceBasis!: 'contract_storage';

  @RecordField(() => BalanceWindowDto, 'Which state it is of.')
  readonly window!: BalanceWindowDto;

  @CountField('Decimals it declares, as read of it last up to the block.', 'none declared')
  readonly decimals?: number;

  @TextField('Symbol it declares itself: a claim, not an identity.', 'none declared')
  readonly symbol?: string;
}
