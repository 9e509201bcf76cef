import { MalformedField } from './malformed-field.js';

/**
 * Reads what ByteWriter wrote; bytes are views. TRUST: none. Every method throws MalformedField with the name
 * of the record when the bytes end early or do not decode.
 */
export class ByteReader {
  #at = 0;

  constructor(
    private readonly source: Buffer,
    private readonly record: string,
  ) {}

  byte(): number {
    if (this.#at >= this.source.length) throw this.malformed('is cut short');
    return this.source[this.#at++]!;
  }

  varint(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (value > Number.MAX_SAFE_INTEGER) throw this.malformed('holds a number that is too large');
      if (byte < 128) return value;
      if (scale > 2 ** 49) throw this.malformed('holds a number without end');
    }
  }

  /** The number of elements that follow; at most the number of bytes left. */
  count(): number {
    const count = this.varint();
    if (count > this.source.length - this.#at) throw this.malformed('is cut short');
    return count;
  }

  amount(): bigint {
    const bytes = this.fixed(this.#wordSize());
    if (bytes.length === 0) return 0n;
    return bytes.length <= 6
      ? BigInt(bytes.readUIntBE(0, bytes.length))
      : BigInt(`0x${bytes.toString('hex')}`);
  }

  fixed(size: number): Buffer {
    const end = this.#at + size;
    if (end > this.source.length) throw this.malformed('is cut short');
    const bytes = this.source.subarray(this.#at, end);
    this.#at = end;
    return bytes;
  }

  bytes(): Buffer {
    return this.fixed(this.varint());
  }

  word(): Buffer {
    const bytes = this.fixed(this.#wordSize());
    if (bytes.length === 32) return bytes;
    const word = Buffer.alloc(32);
    word.set(bytes, 32 - bytes.length);
    return word;
  }

  text(): string {
    return this.bytes().toString();
  }

  /** Throws when something is left. */
  finish(): void {
    if (this.#at !== this.source.length) throw this.malformed('is longer than it should be');
  }

  malformed(problem: string): MalformedField {
    return new MalformedField(this.record, problem);
  }

  #wordSize(): number {
    const size = this.byte();
    if (size > 32) throw this.malformed('holds a word of more than 32 bytes');
    return size;
  }
}
