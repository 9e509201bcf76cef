import type { ProxyPattern } from '../../../bytecode/fallback/proxy-pattern.js';
import { PROXY_SLOTS } from '../../../bytecode/fallback/proxy-slots.js';
import { proxyFamilyOf } from '../../../bytecode/proxy-verdict.js';
import type { Implementation } from '../../../records/code/contract-proxy.reader.js';
import { orAbsent } from '../../http/record/or-absent.js';
import type { ProxyImplementationDto } from './proxy-implementations.dto.js';

/** The code that reads a pointer. */
const READ_BY: Readonly<Record<Implementation['source'], ProxyPattern>> = {
  eip1167: 'eip1167',
  storage_eip1967_impl: 'eip1967',
  storage_beacon: 'eip1967_beacon',
  storage_oz_v1: 'oz_v1',
  storage_eip1822: 'eip1822',
};

/**
 * The record of an implementation.
 * @param pattern from the code of the proxy; null where the code is not known
 */
export function proxyImplementation(
  address: string,
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
    ...(slot && { slot: `0x${PROXY_SLOTS[slot].toString('hex')}` }),
    ...orAbsent('slotLastEvent', lastWrite),
    ...(superseded === null && { supersededBy: null }),
    ...(superseded && { supersededBy: superseded.by, supersededByBlock: superseded.blockNumber }),
  };
}
