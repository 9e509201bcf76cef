import { byteLength, nibbleOf, requireHex, writeHex } from './hex.js';
import { MalformedField } from './malformed-field.js';

const CHUNK_BYTES = 65_536;

/**
 * Writes RLP from the last byte to the first, so that a list's header is written when its length is known and nothing
 * is measured twice or moved. Items are therefore given in reverse: the last field first, the header of the list last.
 *
 * Finished items are views of a few large chunks.
 */
export class RlpWriter {
  #chunk: Buffer;
  #at: number;
  #end: number;

  constructor(chunkBytes = CHUNK_BYTES) {
    this.#chunk = Buffer.allocUnsafeSlow(chunkBytes);
    this.#at = chunkBytes;
    this.#end = chunkBytes;
  }

  /** Bytes of the unfinished item so far: read it before the fields of a list, pass it to `list` after. */
  get length(): number {
    return this.#end - this.#at;
  }

  /** One byte as it is, for example a transaction type. */
  byte(value: number): void {
    this.#reserve(1);
    this.#chunk[--this.#at] = value;
  }

  /** Bytes that are encoded already. */
  raw(bytes: Buffer): void {
    this.#reserve(bytes.length);
    this.#at -= bytes.length;
    bytes.copy(this.#chunk, this.#at);
  }

  /** A byte string. */
  bytes(bytes: Buffer): void {
    this.raw(bytes);
    this.#stringHeader(bytes.length);
  }

  /** An integer of at most 53 bits. */
  uint(value: number): void {
    this.#reserve(8);
    let rest = value;
    let size = 0;
    for (; rest > 0; size++) {
      this.#chunk[--this.#at] = rest % 256;
      rest = Math.floor(rest / 256);
    }
    this.#stringHeader(size);
  }

  /** A non-negative integer of any size. */
  amount(value: bigint): void {
    if (value <= Number.MAX_SAFE_INTEGER) this.uint(Number(value));
    else this.hexQuantity(`0x${value.toString(16)}`, 'amount', Number.POSITIVE_INFINITY);
  }

  /** A byte string given as `0x` hex. @throws MalformedField naming the field */
  hexBytes(text: unknown, field: string, length?: number): void {
    const size = byteLength(text, field, length);
    this.#reserve(size);
    this.#at -= size;
    writeHex(text as string, this.#chunk, this.#at, size, field);
    this.#stringHeader(size);
  }

  /** An integer given as `0x` hex, leading zeros allowed. @throws MalformedField naming the field */
  hexQuantity(text: unknown, field: string, maxBytes: number): void {
    requireHex(text, field);
    if (text.length === 2) throw new MalformedField(field, 'is empty');
    let first = 2;
    while (text.charCodeAt(first) === 48) first++;
    const size = (text.length - first + 1) >> 1;
    if (size > maxBytes) throw new MalformedField(field, 'is too large');
    this.#reserve(size);
    for (let i = text.length - 1; i >= first; i -= 2) {
      const low = nibbleOf(text.charCodeAt(i));
      const high = i > first ? nibbleOf(text.charCodeAt(i - 1)) : 0;
      if ((low | high) > 15) throw new MalformedField(field, 'is not hex');
      this.#chunk[--this.#at] = (high << 4) | low;
    }
    this.#stringHeader(size);
  }

  /** Makes a byte string of everything written since `length` had the value `since`. */
  string(since: number): void {
    this.#stringHeader(this.length - since);
  }

  /** Makes a list of everything written since `length` had the value `since`. */
  list(since: number): void {
    this.#header(this.length - since, 0xc0);
  }

  /** The header of a list whose payload of `size` bytes the caller keeps elsewhere. */
  listHeader(size: number): void {
    this.#header(size, 0xc0);
  }

  /** The finished item; the next one starts empty. */
  take(): Buffer {
    const item = this.#chunk.subarray(this.#at, this.#end);
    this.#end = this.#at;
    return item;
  }

  /** Undoes what was written since `length` had the value `since`. The next write overwrites the view. */
  takeBack(since: number): Buffer {
    const start = this.#at;
    this.#at = this.#end - since;
    return this.#chunk.subarray(start, this.#at);
  }

  /** Starts over in the same chunk: items taken so far lose their content. */
  discard(): void {
    this.#at = this.#chunk.length;
    this.#end = this.#at;
  }

  #stringHeader(size: number): void {
    // A single byte below 0x80 is its own encoding.
    if (size === 1 && this.#chunk[this.#at]! < 0x80) return;
    this.#header(size, 0x80);
  }

  #header(size: number, offset: number): void {
    this.#reserve(9);
    if (size <= 55) {
      this.#chunk[--this.#at] = offset + size;
      return;
    }
    const sizeEnd = this.#at;
    for (let rest = size; rest > 0; rest = Math.floor(rest / 256)) this.#chunk[--this.#at] = rest % 256;
    const sizeBytes = sizeEnd - this.#at;
    this.#chunk[--this.#at] = offset + 55 + sizeBytes;
  }

  /** INVARIANT: after this, `bytes` more fit below `#at` and the unfinished item is still in one piece. */
  #reserve(bytes: number): void {
    if (this.#at >= bytes) return;
    const written = this.length;
    const chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, 2 * (written + bytes)));
    this.#chunk.copy(chunk, chunk.length - written, this.#at, this.#end);
    this.#chunk = chunk;
    this.#end = chunk.length;
    this.#at = chunk.length - written;
  }
}
