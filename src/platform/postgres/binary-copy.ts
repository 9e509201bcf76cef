import { numericDigits } from './numeric-digits.js';

/** `PGCOPY\n\xff\r\n\0`, no flags, no header extension. */
const HEADER = Buffer.from('5047434f50590aff0d0a000000000000000000', 'hex');
const NULL_LENGTH = -1;
const BYTEA_OID = 17;
const NEGATIVE = 0x4000_0000;
const digits = new Uint16Array(29);

/**
 * Rows of one table in the format of `COPY … FROM STDIN BINARY`, encoded straight into one growing buffer.
 *
 * `row()`, then one call per column in the order of the COPY's column list, each of exactly the column's type (the server
 * checks lengths, not meaning); `undefined` is NULL. Meant to be reused flush after flush (`clear()`), so that memory is taken
 * once. Values out of a type's range throw RangeError and leave the current row unusable.
 */
export class BinaryCopy {
  private buffer: Buffer;
  private view: DataView;
  private end = HEADER.length;
  private rowsBegun = 0;
  private fieldsMissing = 0;

  constructor(
    private readonly columns: number,
    initialBytes = 1 << 18,
  ) {
    this.buffer = Buffer.allocUnsafeSlow(Math.max(initialBytes, HEADER.length + 2));
    this.view = viewOf(this.buffer);
    HEADER.copy(this.buffer);
  }

  get rows(): number {
    return this.rowsBegun;
  }

  /** Bytes encoded so far. */
  get size(): number {
    return this.end;
  }

  row(): this {
    if (this.fieldsMissing !== 0) this.refuseRow();
    const at = this.claim(2);
    this.view.setInt16(at, this.columns);
    this.fieldsMissing = this.columns;
    this.rowsBegun++;
    return this;
  }

  null(): this {
    const at = this.claim(4);
    this.view.setInt32(at, NULL_LENGTH);
    this.fieldsMissing--;
    return this;
  }

  bool(value: boolean | undefined): this {
    if (value === undefined) return this.null();
    const at = this.claim(5);
    this.view.setInt32(at, 1);
    this.buffer[at + 4] = value ? 1 : 0;
    this.fieldsMissing--;
    return this;
  }

  int2(value: number | undefined): this {
    if (value === undefined) return this.null();
    if ((value << 16) >> 16 !== value) throw new RangeError(`not an int2: ${value}`);
    const at = this.claim(6);
    this.view.setInt32(at, 2);
    this.view.setInt16(at + 4, value);
    this.fieldsMissing--;
    return this;
  }

  int4(value: number | undefined): this {
    if (value === undefined) return this.null();
    if ((value | 0) !== value) throw new RangeError(`not an int4: ${value}`);
    const at = this.claim(8);
    this.view.setInt32(at, 4);
    this.view.setInt32(at + 4, value);
    this.fieldsMissing--;
    return this;
  }

  /** A safe integer, or a bigint within 64 bits. */
  int8(value: number | bigint | undefined): this {
    if (value === undefined) return this.null();
    const at = this.claim(12);
    this.view.setInt32(at, 8);
    if (typeof value === 'number') {
      if (!Number.isSafeInteger(value)) throw new RangeError(`not an int8: ${value}`);
      this.view.setInt32(at + 4, Math.floor(value / 0x1_0000_0000));
      this.view.setInt32(at + 8, value | 0);
    } else {
      if (BigInt.asIntN(64, value) !== value) throw new RangeError(`not an int8: ${value}`);
      this.view.setBigInt64(at + 4, value);
    }
    this.fieldsMissing--;
    return this;
  }

  bytea(value: Uint8Array | undefined): this {
    if (value === undefined) return this.null();
    const { length } = value;
    const at = this.claim(4 + length);
    this.view.setInt32(at, length);
    this.buffer.set(value, at + 4);
    this.fieldsMissing--;
    return this;
  }

  /** UTF-8; a lone surrogate becomes U+FFFD. U+0000 is the server's to refuse. */
  text(value: string | undefined): this {
    if (value === undefined) return this.null();
    // A UTF-16 unit takes at most three bytes: reserved first, given back after.
    const at = this.claim(4 + value.length * 3);
    const length = this.buffer.write(value, at + 4, 'utf8');
    this.view.setInt32(at, length);
    this.end = at + 4 + length;
    this.fieldsMissing--;
    return this;
  }

  /** A whole number of at most 384 bits and a sign: any sum of amounts. */
  numeric(value: bigint | undefined): this {
    if (value === undefined) return this.null();
    const isNegative = value < 0n;
    const count = numericDigits(isNegative ? -value : value, digits);
    let skipped = 0;
    // Trailing zero digits are implied by the weight: one ether is one digit, not five.
    while (skipped < count && digits[skipped] === 0) skipped++;
    const kept = count - skipped;
    const at = this.claim(12 + kept * 2);
    const { view } = this;
    view.setInt32(at, 8 + kept * 2);
    view.setInt16(at + 4, kept);
    view.setInt16(at + 6, count === 0 ? 0 : count - 1);
    // No digits after the point.
    view.setInt32(at + 8, isNegative ? NEGATIVE : 0);
    for (let i = 0; i < kept; i++) view.setInt16(at + 12 + i * 2, digits[count - 1 - i]!);
    this.fieldsMissing--;
    return this;
  }

  /** A one-dimensional `bytea[]`. */
  byteaArray(values: readonly Uint8Array[] | undefined): this {
    if (values === undefined) return this.null();
    const bytes = values.reduce((sum, { length }) => sum + 4 + length, 0);
    // An array without elements has no dimension.
    const dimensions = values.length === 0 ? 0 : 1;
    let at = this.claim(16 + dimensions * 8 + bytes);
    const { view } = this;
    view.setInt32(at, 12 + dimensions * 8 + bytes);
    view.setInt32(at + 4, dimensions);
    view.setInt32(at + 8, 0);
    view.setInt32(at + 12, BYTEA_OID);
    at += 16;
    if (dimensions === 1) {
      view.setInt32(at, values.length);
      view.setInt32(at + 4, 1);
      at += 8;
    }
    for (const value of values) {
      view.setInt32(at, value.length);
      this.buffer.set(value, at + 4);
      at += 4 + value.length;
    }
    this.fieldsMissing--;
    return this;
  }

  /**
   * The whole encoding, trailer included: a view, valid until the next `clear()` or `row()`.
   * @throws Error when the last row lacks fields or has too many.
   */
  finish(): Buffer {
    if (this.fieldsMissing !== 0) this.refuseRow();
    const at = this.claim(2);
    this.view.setInt16(at, -1);
    this.end = at;
    return this.buffer.subarray(0, at + 2);
  }

  /** Forgets all rows, keeps the memory. */
  clear(): void {
    this.end = HEADER.length;
    this.rowsBegun = 0;
    this.fieldsMissing = 0;
  }

  /** Reserves the next `bytes` and returns where they begin. */
  private claim(bytes: number): number {
    const at = this.end;
    this.end = at + bytes;
    if (this.end > this.buffer.length) this.grow(at);
    return at;
  }

  private grow(used: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(this.buffer.length * 2, this.end));
    this.buffer.copy(larger, 0, 0, used);
    this.buffer = larger;
    this.view = viewOf(larger);
  }

  private refuseRow(): never {
    const fields = this.columns - this.fieldsMissing;
    throw new Error(
      `row ${this.rowsBegun} has ${fields} fields, and ${this.columns} columns are to be filled`,
    );
  }
}

function viewOf(buffer: Buffer): DataView {
  return new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}
