import { ApiSchema } from '@nestjs/swagger';
import type { Address } from '../../../domain/chain/hex.js';
import { CHAIN_ID } from '../../../domain/chain/record/chain-id.js';
import { ExecutedDto } from '../../contract/executed/executed.dto.js';
import { AddressField, AmountField, ChainIdField, HashField, LongField } from '../../http/record/field.js';

@ApiSchema({
  name: 'ItemBalance',
  description: 'The balance of an address in one item of an ERC-1155 contract.',
})
export class ItemBalanceDto extends ExecutedDto {
  @ChainIdField('Always 1.')
  readonly chainId!: typeof CHAIN_ID;

  @AddressField('The holder.')
  readonly address!: Address;

  @AddressField('The contract.')
  readonly token!: Address;

  @AmountField('The item.')
  readonly itemId!: string;

  @AmountField('Amount; `0` is a real zero.', 'the contract answers none')
  readonly balance?: string;

  @LongField('Block at whose end it is.')
  readonly blockNumber!: number;

  @HashField('Its hash.')
  readonly blockHash!: string;
}
