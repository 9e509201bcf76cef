import { keccak256 } from '../../crypto/keccak.js';
import type { Log } from '../record/block.js';

const MAX_CACHED = 65_536;

// Where each address or topic sets its three bits. The same few thousand appear again and again, and a look-up costs a
// tenth of the hash; when full the cache starts over, which is simpler than choosing and costs little.
const slotOf = new Map<string, number>();
const bitsBySlot = new Uint16Array(MAX_CACHED * 3);

/** Sets the bits of every address and topic of the logs in a 256-byte bloom. */
export function addToBloom(bloom: Buffer, logs: readonly Log[]): void {
  for (const log of logs) {
    setBits(bloom, log.address);
    for (const topic of log.topics) setBits(bloom, topic);
  }
}

/** Sets in `bloom` every bit that is set in `part`. */
export function mergeBloom(bloom: Buffer, part: Buffer): void {
  for (let i = 0; i < 256; i++) bloom[i]! |= part[i]!;
}

function setBits(bloom: Buffer, entry: Buffer): void {
  const at = bitsFor(entry) * 3;
  for (let i = at; i < at + 3; i++) {
    const bit = bitsBySlot[i]!;
    bloom[255 - (bit >> 3)]! |= 1 << (bit & 7);
  }
}

function bitsFor(entry: Buffer): number {
  const key = entry.toString('latin1');
  const known = slotOf.get(key);
  if (known !== undefined) return known;
  if (slotOf.size === MAX_CACHED) slotOf.clear();
  const slot = slotOf.size;
  const hash = keccak256(entry);
  for (let pair = 0; pair < 3; pair++) bitsBySlot[slot * 3 + pair] = hash.readUInt16BE(2 * pair) & 2_047;
  slotOf.set(key, slot);
  return slot;
}
