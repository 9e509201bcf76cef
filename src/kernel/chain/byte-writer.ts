/** Appends numbers and bytes to one buffer that doubles when full. What it writes, ByteReader reads. */
export class ByteWriter {
  #buffer: Buffer;
  #length = 0;

  constructor(capacity: number) {
    this.#buffer = Buffer.allocUnsafeSlow(Math.max(capacity, 64));
  }

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
    const digits = value.toString(16);
    const size = (digits.length + 1) >> 1;
    this.#reserve(1 + size);
    this.#buffer[this.#length++] = size;
    this.#buffer.write(digits.length % 2 === 0 ? digits : `0${digits}`, this.#length, size, 'hex');
    this.#length += size;
  }

  /** Bytes whose number the reader knows. */
  fixed(bytes: Buffer): void {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Bytes behind their number. */
  bytes(bytes: Buffer): void {
    this.varint(bytes.length);
    this.fixed(bytes);
  }

  /** A 32-byte word without its leading zeros. */
  word(word: Buffer): void {
    let zeros = 0;
    while (zeros < word.length && word[zeros] === 0) zeros++;
    this.#reserve(33);
    this.#buffer[this.#length++] = word.length - zeros;
    word.copy(this.#buffer, this.#length, zeros);
    this.#length += word.length - zeros;
  }

  /** Text as UTF-8. */
  text(text: string): void {
    this.bytes(Buffer.from(text));
  }

  /** Everything written, in a buffer of just that size. */
  finish(): Buffer {
    return Buffer.from(this.#buffer.subarray(0, this.#length));
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#buffer.length));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}
