import type { SlotName } from '../../definition/model/fact-source.js';
import type { Hash } from '../../domain/chain/hex.js';
import { wordHex } from '../../domain/chain/word.js';
import { keccak256 } from '../../domain/crypto/keccak.js';

/** The text whose hash is the number of a slot, and what is subtracted from it: 1 by EIP-1967. */
const NAMES: Readonly<Record<Exclude<SlotName, 'safe_singleton'>, readonly [text: string, before: bigint]>> =
  {
    eip1967_implementation: ['eip1967.proxy.implementation', 1n],
    eip1967_admin: ['eip1967.proxy.admin', 1n],
    eip1967_beacon: ['eip1967.proxy.beacon', 1n],
    oz_v1_implementation: ['org.zeppelinos.proxy.implementation', 0n],
    oz_v1_admin: ['org.zeppelinos.proxy.admin', 0n],
    eip1822_proxiable: ['PROXIABLE', 0n],
    safe_guard: ['guard_manager.guard.address', 0n],
    safe_fallback_handler: ['fallback_manager.handler.address', 0n],
  };

/** The number (32 bytes) of a well-known slot. */
export function slotNamed(name: SlotName): Hash {
  if (name === 'safe_singleton') return `0x${'0'.repeat(64)}`;
  const [text, before] = NAMES[name];
  const place = BigInt(`0x${keccak256(Buffer.from(text)).toString('hex')}`) - before;
  return wordHex(place);
}
