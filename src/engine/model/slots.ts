import { PROXY_SLOTS, proxySlotName } from '../../bytecode/fallback/proxy-slots.js';
import type { SlotName } from '../../definition/model/fact-source.js';
import { toHex } from '../../domain/chain/codec/hex.js';
import type { Hash } from '../../domain/chain/hex.js';
import { keccak256 } from '../../domain/crypto/keccak.js';

/** Slots of Safes whose values no function of theirs returns. */
const SAFE_SLOTS = {
  safe_guard: keccak256(Buffer.from('guard_manager.guard.address')),
  safe_fallback_handler: keccak256(Buffer.from('fallback_manager.handler.address')),
} as const satisfies Partial<Record<SlotName, Buffer>>;

const SLOTS: Readonly<Record<SlotName, Hash>> = {
  eip1967_implementation: toHex(PROXY_SLOTS.eip1967_implementation),
  eip1967_admin: toHex(PROXY_SLOTS.eip1967_admin),
  eip1967_beacon: toHex(PROXY_SLOTS.eip1967_beacon),
  oz_v1_implementation: toHex(PROXY_SLOTS.oz_v1_implementation),
  oz_v1_admin: toHex(PROXY_SLOTS.oz_v1_admin),
  eip1822_proxiable: toHex(PROXY_SLOTS.eip1822_proxiable),
  safe_singleton: `0x${'0'.repeat(64)}`,
  safe_guard: toHex(SAFE_SLOTS.safe_guard),
  safe_fallback_handler: toHex(SAFE_SLOTS.safe_fallback_handler),
};

/** The 32 bytes of a well-known slot, as `0x` hex. */
export function slotOf(name: SlotName): Hash {
  return SLOTS[name];
}

/** The well-known slot that the 32 bytes name, if any; not slot 0 of a Safe, which every contract has. */
export function slotName(slot: Buffer): SlotName | undefined {
  const { safe_guard, safe_fallback_handler } = SAFE_SLOTS;
  if (slot[0] === safe_guard[0] && slot.equals(safe_guard)) return 'safe_guard';
  if (slot[0] === safe_fallback_handler[0] && slot.equals(safe_fallback_handler))
    return 'safe_fallback_handler';
  return proxySlotName(slot);
}
