import { ApiSchema } from '@nestjs/swagger';
import { PROXY_FAMILIES } from '../../../bytecode/proxy-verdict.js';
import {
  AddressField,
  AddressOrNullField,
  ChainIdField,
  ChoiceField,
  ConfidenceField,
  FlagField,
  HashField,
  LongField,
  RecordField,
  RecordListField,
  WidenedChoiceField,
} from '../../http/record/field.js';

@ApiSchema({ name: 'SlotEvent', description: 'The last write to a slot.' })
export class SlotEventDto {
  @ChoiceField(['set', 'changed', 'cleared'], '`set` from empty, `changed`, or `cleared` to empty.')
  readonly kind!: string;

  @LongField('Its block.')
  readonly blockNumber!: number;

  @HashField('Its transaction.')
  readonly txHash!: string;
}

@ApiSchema({ name: 'ProxyImplementation', description: 'One implementation that was pointed at.' })
export class ProxyImplementationDto {
  @AddressField('The implementation; of a beacon proxy the beacon.')
  readonly implementation!: string;

  @WidenedChoiceField(
    ['eip1167', 'storage_eip1967_impl', 'storage_beacon', 'storage_oz_v1'],
    ['storage_eip1822'],
    'The place of the pointer: the code, or a slot.',
  )
  readonly source!: string;

  @ChoiceField(PROXY_FAMILIES, 'Family of the source.')
  readonly proxyFamily!: string;

  @ConfidenceField('3 where the code agrees, 2 where only the slot shows it.')
  readonly confidence!: number;

  @LongField('First block it was seen in.')
  readonly firstSeenBlock!: number;

  @LongField('Last block at whose end it was seen.')
  readonly lastSeenBlock!: number;

  @FlagField('Whether it names the proxy itself.')
  readonly isSelfDelegation!: boolean;

  @HashField('The slot.', 'the source is `eip1167`')
  readonly slot?: string;

  @RecordField(
    () => SlotEventDto,
    'The last write to the slot.',
    'no transaction is known to have written it',
  )
  readonly slotLastEvent?: SlotEventDto;

  @AddressOrNullField(
    'What replaced it; the zero address where it was cleared or went with its contract.',
    'storage has no answer: the source is `eip1167`, or state is missing after it',
    'nothing replaced it: it is current',
  )
  readonly supersededBy?: string | null;

  @LongField('Block of the replacement.', '`supersededBy` is not an address')
  readonly supersededByBlock?: number;
}

@ApiSchema({
  name: 'ProxyImplementations',
  description: 'What an address was seen to point at. An empty list does not mean that it is no proxy.',
})
export class ProxyImplementationsDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @AddressField('The proxy.')
  readonly address!: string;

  @RecordListField(() => ProxyImplementationDto, 'Newest seen first.')
  readonly implementations!: readonly ProxyImplementationDto[];
}
