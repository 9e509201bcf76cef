import { MalformedField } from './malformed-field.js';

/**
 * Reads the items of one RLP payload in order, as views of the given bytes. Only canonical RLP is accepted:
 * shortest headers, no single byte in a long form, no leading zeros in integers. Every reading method takes
 * the name of the field, for the MalformedField that it throws.
 */
export class RlpReader {
  #at: number;
  readonly #end: number;
  #payloadStart = 0;

  /** Reads the items between `start` and `end` of the bytes. */
  constructor(
    private readonly source: Buffer,
    start = 0,
    end = source.length,
  ) {
    this.#at = start;
    this.#end = end;
  }

  /** Offset in the bytes of the item to be read next. */
  get position(): number {
    return this.#at;
  }

  get atEnd(): boolean {
    return this.#at === this.#end;
  }

  /** A byte string. */
  bytes(field: string): Buffer {
    this.#enter(field, false);
    return this.source.subarray(this.#payloadStart, this.#at);
  }

  /** A byte string of exactly `length` bytes. */
  fixed(length: number, field: string): Buffer {
    const bytes = this.bytes(field);
    if (bytes.length !== length) {
      throw new MalformedField(field, `has ${bytes.length} bytes instead of ${length}`);
    }
    return bytes;
  }

  /** An integer of at most 53 bits. */
  uint(field: string): number {
    const size = this.#integer(field);
    if (size > 7) throw new MalformedField(field, 'is too large');
    let value = 0;
    for (let i = this.#payloadStart; i < this.#at; i++) value = value * 256 + this.source[i]!;
    if (value > Number.MAX_SAFE_INTEGER) throw new MalformedField(field, 'is too large');
    return value;
  }

  /** An integer of at most 256 bits. */
  amount(field: string): bigint {
    const size = this.#integer(field);
    if (size === 0) return 0n;
    if (size <= 6) return BigInt(this.source.readUIntBE(this.#payloadStart, size));
    if (size > 32) throw new MalformedField(field, 'is too large');
    return BigInt(`0x${this.source.toString('hex', this.#payloadStart, this.#at)}`);
  }

  /** A list, to be read by a reader of its own. */
  list(field: string): RlpReader {
    this.#enter(field, true);
    return new RlpReader(this.source, this.#payloadStart, this.#at);
  }

  /** Passes over one item of either kind; a list's content is not looked at. */
  skip(field: string): void {
    this.#enter(field, this.#at < this.#end && this.source[this.#at]! >= 0xc0);
  }

  /** Throws when something is left. */
  finish(field: string): void {
    if (!this.atEnd) throw new MalformedField(field, 'is longer than it should be');
  }

  #integer(field: string): number {
    this.#enter(field, false);
    const size = this.#at - this.#payloadStart;
    if (size > 0 && this.source[this.#payloadStart] === 0)
      throw new MalformedField(field, 'has a leading zero');
    return size;
  }

  #enter(field: string, isList: boolean): void {
    if (this.#at >= this.#end) throw new MalformedField(field, 'is missing');
    const prefix = this.source[this.#at]!;
    if (prefix >= 0xc0 !== isList) throw new MalformedField(field, isList ? 'is not a list' : 'is a list');
    if (prefix < 0x80) {
      this.#payloadStart = this.#at;
      this.#at += 1;
      return;
    }
    const short = prefix - (isList ? 0xc0 : 0x80);
    let start = this.#at + 1;
    let size = short;
    if (short > 55) {
      const sizeBytes = short - 55;
      if (sizeBytes > 6 || start + sizeBytes > this.#end) throw new MalformedField(field, 'is cut short');
      size = this.source.readUIntBE(start, sizeBytes);
      if (size <= 55 || this.source[start] === 0)
        throw new MalformedField(field, 'has a needlessly long header');
      start += sizeBytes;
    }
    if (start + size > this.#end) throw new MalformedField(field, 'is cut short');
    if (!isList && size === 1 && short === 1 && this.source[start]! < 0x80) {
      throw new MalformedField(field, 'has a needlessly long header');
    }
    this.#payloadStart = start;
    this.#at = start + size;
  }
}
