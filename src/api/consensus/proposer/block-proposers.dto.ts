import { ApiSchema } from '@nestjs/swagger';
import type { Address } from '../../../domain/chain/hex.js';
import {
  AddressField,
  AmountField,
  ChainIdField,
  CountField,
  LongField,
  NonEmptyTextField,
  RateField,
  RecordListField,
  TextField,
} from '../../http/record/field.js';

@ApiSchema({ name: 'BlockProposer', description: 'One fee recipient with the blocks that name it.' })
export class BlockProposerDto {
  @AddressField('Beneficiary of the headers.')
  readonly feeRecipient!: Address;

  @LongField('Blocks of the window that name it.')
  readonly blockCount!: number;

  @RateField('`blockCount` as a fraction of the blocks of the window.')
  readonly share!: number;

  @LongField('The first of them.')
  readonly firstBlock!: number;

  @LongField('The last of them.')
  readonly lastBlock!: number;

  @AmountField('Sum that users paid above the base fee in these blocks, wei.', 'not computed for every block')
  readonly totalTipsWei?: string;

  @NonEmptyTextField('Name the address is shown under.', 'the service has no name for it')
  readonly name?: string;

  @TextField('The standing of the name. Values may be added.', 'the service has no name for it')
  readonly nameStanding?: string;
}

@ApiSchema({ name: 'BlockProposers', description: 'Fee recipients by blocks in a trailing window.' })
export class BlockProposersDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @CountField('Length of the window in days; it ends with the newest block.')
  readonly windowDays!: number;

  @LongField('First block counted.')
  readonly fromBlock!: number;

  @LongField('Last block counted.')
  readonly toBlock!: number;

  @LongField('Blocks counted; fewer than there are from the first to the last where some are missing here.')
  readonly blockCount!: number;

  @LongField('Distinct fee recipients.')
  readonly proposerCount!: number;

  @RecordListField(() => BlockProposerDto, 'Most blocks first, then the most recent, then by address.', 100)
  readonly proposers!: readonly BlockProposerDto[];
}
