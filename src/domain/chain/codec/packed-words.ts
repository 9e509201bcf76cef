import type { Hex } from '../hex.js';

const WORD = 32;
/**
 * The first byte of a packed word. Below `LEFT` it counts the bytes that follow, which end the word; from
 * `LEFT` on, those that begin it; from `RAW` on, the bytes of an incomplete last word.
 */
const LEFT = 64;
const RAW = 128;
/** The zeros left out of a word, in hex, by the number of bytes kept. */
const ZEROS = Array.from({ length: WORD + 1 }, (_, count) => '00'.repeat(WORD - count));

/**
 * Packs what consists of 32-byte words after a prefix, such as call data and data of logs: each word without
 * its leading or trailing zeros, whichever are more. Most words are addresses and amounts, so this saves
 * about half. `unpackWords` restores any bytes exactly.
 */
export function packWords(bytes: Uint8Array, prefix = 0): Buffer {
  const { length } = bytes;
  const packed = Buffer.allocUnsafe(length + Math.ceil(length / WORD));
  let end = Math.min(prefix, length);
  packed.set(bytes.subarray(0, end));
  for (let at = end; at < length; at += WORD) {
    let from = at;
    let to = Math.min(at + WORD, length);
    let tag = RAW + to - at;
    if (to - at === WORD) {
      while (from < to && bytes[from] === 0) from++;
      let last = to;
      while (last > at && bytes[last - 1] === 0) last--;
      if (last - at < to - from) {
        from = at;
        to = last;
        tag = LEFT + to - from;
      } else tag = to - from;
    }
    packed[end++] = tag;
    for (; from < to; from++) packed[end++] = bytes[from]!;
  }
  return packed.subarray(0, end);
}

/** Unpacks bytes that were packed with this prefix. Both are `0x` hex, the form of rows and of answers. */
export function unpackWords(packed: Hex, prefix = 0): Hex {
  const begin = 2 + 2 * prefix;
  let unpacked = packed.slice(0, begin);
  for (let at = begin; at < packed.length; ) {
    const tag = Number.parseInt(packed.slice(at, at + 2), 16);
    const count = tag % LEFT;
    const digits = packed.slice(at + 2, at + 2 + 2 * count);
    if (tag >= RAW) unpacked += digits;
    else unpacked += tag >= LEFT ? digits + ZEROS[count]! : ZEROS[count]! + digits;
    at += 2 + 2 * count;
  }
  return unpacked as Hex;
}
