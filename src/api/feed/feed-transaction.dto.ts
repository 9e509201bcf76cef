import { ApiSchema } from '@nestjs/swagger';
import {
  AddressField,
  AmountField,
  ChoiceField,
  CountField,
  HashField,
  LongField,
  SelectorField,
  StatusField,
  TextField,
  UnixSecondsField,
} from '../http/record/field.js';
import { FEED_ROLES, type FeedRole } from './feed-role.js';

@ApiSchema({ name: 'FeedTransaction', description: 'One transaction as the feed of an address shows it.' })
export class FeedTransactionDto {
  @HashField('Hash of the transaction.')
  readonly hash!: string;

  @LongField('Its block.')
  readonly blockNumber!: number;

  @CountField('Place in the block, from 0.')
  readonly txIndex!: number;

  @UnixSecondsField('Block time, Unix seconds.')
  readonly timestamp!: number;

  @AddressField('Sender.')
  readonly from!: string;

  @AmountField('Value sent at the top level, wei.')
  readonly valueWei!: string;

  @AmountField('Fee paid, blob fee included, wei.')
  readonly feeWei!: string;

  @LongField('Nonce of the sender.')
  readonly nonce!: number;

  @CountField('EIP-2718 type.')
  readonly txType!: number;

  @CountField('Length of the call data, bytes.')
  readonly inputSize!: number;

  @AmountField('Gas used.')
  readonly gasUsed!: string;

  @ChoiceField(FEED_ROLES, 'The part of the address in it.')
  readonly role!: FeedRole;

  @AddressField('Recipient at the top level.', 'it creates a contract')
  readonly to?: string;

  @AddressField('The other side.', 'it creates a contract, or the address sent it to itself')
  readonly counterparty?: string;

  @AmountField('Price paid per gas, wei.', 'not stated')
  readonly gasPrice?: string;

  @SelectorField('First four bytes of the call data.', 'a creation, or too little call data for a selector')
  readonly methodId?: string;

  @TextField('Name of the function called.', 'not known; never guessed')
  readonly methodName?: string;

  @StatusField('1 success, 0 failure.', 'not known')
  readonly status?: number;
}
