import type { Hex } from '../hex.js';

const WORD = 32;
/** First byte of a word: the count of bytes that follow, right-aligned; from here on left-aligned; from `RAW` on the last bytes as they are. */
const LEFT = 64;
const RAW = 128;
/** The digits that are left out of a word, by the count of bytes that are not. */
const ZEROS = Array.from({ length: WORD + 1 }, (_, count) => '00'.repeat(WORD - count));

/**
 * Packs what consists of words of 32 bytes, such as call data and the data of logs, after a prefix: each word without its leading or
 * trailing zeros. Most words are addresses and amounts, so half of the bytes are zeros. Any bytes come back by `unpackWords`.
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

/** The bytes that were packed with this prefix; `0x` hex both, as a row has the one and an answer the other. */
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
