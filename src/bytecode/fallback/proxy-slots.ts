import { wordOf } from '../../domain/chain/word.js';
import { keccak256 } from '../../domain/crypto/keccak.js';

const hashOf = (name: string) => keccak256(Buffer.from(name));

/** The hash minus one: the slot of EIP-1967 has no known preimage, unlike slots of mappings and arrays. */
function slotBefore(hash: Buffer): Buffer {
  return wordOf(BigInt(`0x${hash.toString('hex')}`) - 1n);
}

/** The storage slots (32 bytes) at which standards for proxies keep their pointers. */
export const PROXY_SLOTS = {
  eip1967_implementation: slotBefore(hashOf('eip1967.proxy.implementation')),
  eip1967_admin: slotBefore(hashOf('eip1967.proxy.admin')),
  eip1967_beacon: slotBefore(hashOf('eip1967.proxy.beacon')),
  oz_v1_implementation: hashOf('org.zeppelinos.proxy.implementation'),
  oz_v1_admin: hashOf('org.zeppelinos.proxy.admin'),
  eip1822_proxiable: hashOf('PROXIABLE'),
} as const satisfies Record<string, Buffer>;

export type ProxySlotName = keyof typeof PROXY_SLOTS;

/** The slots by their first byte, in which all differ. It alone rules out most other slots. */
const BY_FIRST_BYTE: (readonly [name: ProxySlotName, slot: Buffer] | undefined)[] = new Array(256).fill(
  undefined,
);
for (const [name, slot] of Object.entries(PROXY_SLOTS))
  BY_FIRST_BYTE[slot[0]!] = [name as ProxySlotName, slot];

/**
 * The name of a well-known slot (32 bytes); undefined for any other. It is called for every storage write of
 * every block.
 */
export function proxySlotName(slot: Buffer): ProxySlotName | undefined {
  const found = BY_FIRST_BYTE[slot[0]!];
  return found?.[1].equals(slot) ? found[0] : undefined;
}
