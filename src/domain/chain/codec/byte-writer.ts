const CAPACITY = 262_144;
const AMOUNT_BYTES = 32;
/** Below this a loop over the bytes is faster than a call that copies them. */
const FEW_BYTES = 48;

/** Appends numbers and bytes to one buffer that doubles when full. What it writes, ByteReader reads. */
export class ByteWriter {
  #buffer = Buffer.allocUnsafeSlow(CAPACITY);
  #length = 0;
  readonly #amount = Buffer.allocUnsafeSlow(AMOUNT_BYTES);
  readonly #amountWords = new DataView(this.#amount.buffer);

  byte(value: number): void {
    this.#reserve(1);
    this.#buffer[this.#length++] = value;
  }

  /** A safe integer, seven bits a byte, lowest first. */
  varint(value: number): void {
    this.#reserve(8);
    let rest = value;
    while (rest >= 128) {
      this.#buffer[this.#length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    this.#buffer[this.#length++] = rest;
  }

  /** An integer of at most 256 bits, as `trimmed` bytes. */
  amount(value: bigint): void {
    if (value < 128n) {
      // Most amounts are zero.
      if (value !== 0n) this.byte(1);
      this.byte(Number(value));
      return;
    }
    let start = AMOUNT_BYTES;
    for (let rest = value; rest > 0n; rest >>= 64n) {
      start -= 8;
      this.#amountWords.setBigUint64(start, rest);
    }
    this.#trimmed(this.#amount, start);
  }

  /** Bytes whose number the reader knows. */
  fixed(bytes: Buffer): void {
    this.#reserve(bytes.length);
    if (bytes.length > FEW_BYTES) this.#buffer.set(bytes, this.#length);
    else for (let i = 0; i < bytes.length; i++) this.#buffer[this.#length + i] = bytes[i]!;
    this.#length += bytes.length;
  }

  /** A byte string, with its length before it. */
  bytes(bytes: Buffer): void {
    this.varint(bytes.length);
    this.fixed(bytes);
  }

  /** A 32-byte word without its leading zeros. */
  word(word: Buffer): void {
    this.#trimmed(word, 0);
  }

  /** Text as UTF-8. */
  text(text: string): void {
    this.bytes(Buffer.from(text));
  }

  /** Everything written, in a buffer of just that size. */
  finish(): Buffer {
    return Buffer.from(this.#buffer.subarray(0, this.#length));
  }

  /** Starts over in the same buffer. */
  discard(): void {
    this.#length = 0;
  }

  /** At most 32 bytes from `start`, without leading zeros, with their count before them. */
  #trimmed(bytes: Buffer, start: number): void {
    let from = start;
    while (from < bytes.length && bytes[from] === 0) from++;
    this.#reserve(33);
    this.#buffer[this.#length++] = bytes.length - from;
    for (let i = from; i < bytes.length; i++) this.#buffer[this.#length++] = bytes[i]!;
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#buffer.length));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}
