import { keccak256 } from '../kernel/crypto/keccak.js';

const hashOf = (name: string) => keccak256(Buffer.from(name));

/** EIP-1967 keeps clear of mappings by one less than the hash. */
function slotBefore(hash: Buffer): Buffer {
  return Buffer.from((BigInt(`0x${hash.toString('hex')}`) - 1n).toString(16).padStart(64, '0'), 'hex');
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

/** By their first four bytes: a number is looked up at a fraction of what a text costs. */
const BY_HEAD = new Map(
  Object.entries(PROXY_SLOTS).map(([name, slot]) => [
    slot.readInt32BE(0),
    { name: name as ProxySlotName, slot },
  ]),
);

/** Which well-known slot the 32 bytes name, if any: asked of every storage write of every block. */
export function proxySlotName(slot: Buffer): ProxySlotName | undefined {
  const found = BY_HEAD.get((slot[0]! << 24) | (slot[1]! << 16) | (slot[2]! << 8) | slot[3]!);
  return found?.slot.equals(slot) ? found.name : undefined;
}
