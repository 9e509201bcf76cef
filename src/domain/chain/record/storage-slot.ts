/** Whether the first 12 bytes of a slot are zero: a number or address, not a hash. */
export function isSmall(slot: Buffer): boolean {
  return slot.readUInt32BE(0) === 0 && slot.readUInt32BE(4) === 0 && slot.readUInt32BE(8) === 0;
}

/** A word (32 bytes) without leading zeros, as rows store it. */
export function withoutZeros(word: Buffer): Buffer {
  let at = 0;
  while (at < word.length && word[at] === 0) at++;
  return word.subarray(at);
}
