import { ApiSchema } from '@nestjs/swagger';
import type { ProxyPattern } from '../../../bytecode/fallback/proxy-pattern.js';
import { PROXY_SLOTS } from '../../../bytecode/fallback/proxy-slots.js';
import { PROXY_FAMILIES, proxyFamilyOf } from '../../../bytecode/proxy-verdict.js';
import type { Address, Hash, Hex } from '../../../domain/chain/hex.js';
import type { Implementation } from '../../../records/code/contract-proxy.reader.js';
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
  readonly txHash!: Hash;
}

@ApiSchema({ name: 'ProxyImplementation', description: 'One implementation that was pointed at.' })
export class ProxyImplementationDto {
  @AddressField('The implementation; of a beacon proxy the beacon.')
  readonly implementation!: Address;

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
  readonly slot?: Hex | undefined;

  @RecordField(
    () => SlotEventDto,
    'The last write to the slot.',
    'no transaction is known to have written it',
  )
  readonly slotLastEvent?: SlotEventDto | undefined;

  @AddressOrNullField(
    'Implementation that replaced it; the zero address if the pointer was cleared or its contract destroyed.',
    'storage has no answer: the source is `eip1167`, or state is missing after it',
    'nothing replaced it: it is current',
  )
  readonly supersededBy?: string | null | undefined;

  @LongField('Block of the replacement.', '`supersededBy` is not an address')
  readonly supersededByBlock?: number | undefined;
}

@ApiSchema({
  name: 'ProxyImplementations',
  description:
    'Implementations that an address pointed to. An empty list does not mean that the address is no proxy.',
})
export class ProxyImplementationsDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @AddressField('The proxy.')
  readonly address!: Address;

  @RecordListField(() => ProxyImplementationDto, 'Newest seen first.')
  readonly implementations!: readonly ProxyImplementationDto[];
}

/** The pattern of code that uses a pointer of each source. */
const READ_BY: Readonly<Record<Implementation['source'], ProxyPattern>> = {
  eip1167: 'eip1167',
  storage_eip1967_impl: 'eip1967',
  storage_beacon: 'eip1967_beacon',
  storage_oz_v1: 'oz_v1',
  storage_eip1822: 'eip1822',
};

/**
 * The record of an implementation.
 * @param pattern pattern of the proxy's code; null if the code is not known
 */
export function proxyImplementation(
  address: Address,
  pattern: ProxyPattern | null,
  implementation: Implementation,
): ProxyImplementationDto {
  const { pointer, source, firstSeenBlock, lastSeenBlock, slot, lastWrite, superseded } = implementation;
  const readBy = READ_BY[source];
  return {
    implementation: pointer,
    source,
    proxyFamily: proxyFamilyOf(readBy),
    confidence: source === 'eip1167' || readBy === pattern ? 3 : 2,
    firstSeenBlock,
    lastSeenBlock,
    isSelfDelegation: pointer === address,
    slot: slot && `0x${PROXY_SLOTS[slot].toString('hex')}`,
    slotLastEvent: lastWrite,
    supersededBy: superseded === null ? null : superseded?.by,
    supersededByBlock: superseded?.blockNumber,
  };
}
