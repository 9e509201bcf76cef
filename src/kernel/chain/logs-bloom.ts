import { keccak256 } from '../crypto/keccak.js';
import type { Log } from './block.js';

const SLOTS = 32_768;
const WORD = 32;

// Where each address or topic sets its three bits. The same few thousand appear again and again, and a look-up costs a
// tenth of the hash. Each entry has one slot it can be in, told by its last four bytes; whoever comes later takes it.
const entries = new Uint8Array(SLOTS * WORD);
const lengths = new Uint8Array(SLOTS);
const bits = new Uint16Array(SLOTS * 3);

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
  const slot = slotOf(entry);
  if (!isIn(slot, entry)) fill(slot, entry);
  for (let i = slot * 3; i < slot * 3 + 3; i++) {
    const bit = bits[i]!;
    bloom[255 - (bit >> 3)]! |= 1 << (bit & 7);
  }
}

function slotOf(entry: Buffer): number {
  const end = entry.length;
  const tail = (entry[end - 4]! << 24) | (entry[end - 3]! << 16) | (entry[end - 2]! << 8) | entry[end - 1]!;
  // Fibonacci hashing: the highest bits of the product depend on every bit of the factor.
  return Math.imul(tail, 0x9e3779b1) >>> 17;
}

function isIn(slot: number, entry: Buffer): boolean {
  if (lengths[slot] !== entry.length) return false;
  for (let i = 0, at = slot * WORD; i < entry.length; i++, at++) if (entries[at] !== entry[i]) return false;
  return true;
}

function fill(slot: number, entry: Buffer): void {
  const hash = keccak256(entry);
  for (let pair = 0; pair < 3; pair++) bits[slot * 3 + pair] = hash.readUInt16BE(2 * pair) & 2_047;
  entries.set(entry, slot * WORD);
  lengths[slot] = entry.length;
}
