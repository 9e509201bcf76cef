const WORD = 32;
/** First byte of a word: the count of bytes that follow, right-aligned; from here on left-aligned; from `RAW` on the last bytes as they are. */
const LEFT = 64;
const RAW = 128;

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

/** The bytes that were packed with this prefix. */
export function unpackWords(packed: Uint8Array, prefix = 0): Buffer {
  const parts = [packed.subarray(0, prefix)];
  for (let at = prefix; at < packed.length; ) {
    const tag = packed[at]!;
    const bytes = packed.subarray(at + 1, at + 1 + (tag % LEFT));
    const zeros = new Uint8Array(WORD - (tag % LEFT));
    if (tag >= RAW) parts.push(bytes);
    else if (tag >= LEFT) parts.push(bytes, zeros);
    else parts.push(zeros, bytes);
    at += 1 + bytes.length;
  }
  return Buffer.concat(parts);
}
