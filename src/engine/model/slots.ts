import { PROXY_SLOTS } from '../../bytecode/fallback/proxy-slots.js';
import type { SlotName } from '../../definition/model/fact-source.js';
import { toHex } from '../../domain/chain/codec/hex.js';
import type { Hash } from '../../domain/chain/hex.js';

const SLOTS: Readonly<Record<SlotName, Hash>> = {
  eip1967_implementation: toHex(PROXY_SLOTS.eip1967_implementation),
  eip1967_admin: toHex(PROXY_SLOTS.eip1967_admin),
  eip1967_beacon: toHex(PROXY_SLOTS.eip1967_beacon),
  oz_v1_implementation: toHex(PROXY_SLOTS.oz_v1_implementation),
  oz_v1_admin: toHex(PROXY_SLOTS.oz_v1_admin),
  eip1822_proxiable: toHex(PROXY_SLOTS.eip1822_proxiable),
  safe_singleton: `0x${'0'.repeat(64)}`,
};

/** The 32 bytes of a well-known slot, as `0x` hex. */
export function slotOf(name: SlotName): Hash {
  return SLOTS[name];
}
