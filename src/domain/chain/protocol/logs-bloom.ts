import { keccak256 } from '../../crypto/keccak.js';
import type { Log } from '../record/block.js';

/** Bytes of a topic; an address is shorter. */
const MAX_ENTRY = 32;
const PLACES_BITS = 15;
const PLACES = 1 << PLACES_BITS;

// Caches the three bits of addresses and topics. The same few thousand recur, and a look-up costs a tenth of
// the hash. The cache is direct-mapped: a new entry replaces the one in its place, without key texts or
// garbage.
const entries = new Uint8Array(PLACES * MAX_ENTRY);
const lengths = new Uint8Array(PLACES);
const bits = new Uint16Array(PLACES * 3);

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
  const at = placeOf(entry) * 3;
  for (let i = at; i < at + 3; i++) {
    const bit = bits[i]!;
    bloom[255 - (bit >> 3)]! |= 1 << (bit & 7);
  }
}

/** The place whose bits are the entry's. */
function placeOf(entry: Buffer): number {
  const { length } = entry;
  // Numbers differ in their last bytes, hashes and addresses in all.
  const last =
    (entry[length - 4]! << 24) | (entry[length - 3]! << 16) | (entry[length - 2]! << 8) | entry[length - 1]!;
  const place = Math.imul(last ^ length, 0x9e37_79b1) >>> (32 - PLACES_BITS);
  const start = place * MAX_ENTRY;
  let same = lengths[place] === length;
  for (let i = 0; same && i < length; i++) same = entries[start + i] === entry[i];
  if (same) return place;
  const hash = keccak256(entry);
  for (let pair = 0; pair < 3; pair++) bits[place * 3 + pair] = hash.readUInt16BE(2 * pair) & 2_047;
  entries.set(entry, start);
  lengths[place] = length;
  return place;
}
