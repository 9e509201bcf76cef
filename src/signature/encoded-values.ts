import { type AbiType, type ArrayType, type BytesType, headWordsOf } from './abi-type.js';
import type { DecodedValue } from './decoded-event.js';
import { WORD_DIGITS, wordCount, wordValue, zeros } from './word-value.js';

/**
 * The values that `digits` (lower-case hex without 0x) encodes; undefined unless it is exactly their ABI
 * encoding: every word padded, every dynamic value directly after the one before it, nothing left over. Only
 * the padding of bytes or text at the very end may be missing.
 */
export function encodedValues(types: readonly AbiType[], digits: string): DecodedValue[] | undefined {
  const reader = new EncodedValues(digits);
  const values = reader.sequence(types, 0);
  return reader.end === digits.length ? values : undefined;
}

// INVARIANT: every value takes digits of its own, and their number is checked before anything is allocated.
// So neither offsets nor lengths can cause more work or memory than the size of the data.
class EncodedValues {
  /** Offset at which the next dynamic value must begin. */
  end = 0;

  constructor(private readonly digits: string) {}

  /** The values of one head. Their offsets count from `base`, and the dynamic ones follow after the head. */
  sequence(types: readonly AbiType[], base: number): DecodedValue[] | undefined {
    const tail = base + headWordsOf(types) * WORD_DIGITS;
    if (tail > this.digits.length) return undefined;
    this.end = tail;
    const values: DecodedValue[] = [];
    let at = base;
    for (const type of types) {
      const value = type.isDynamic ? this.#behindOffset(type, base, at) : this.#inPlace(type, at);
      if (value === undefined) return undefined;
      values.push(value);
      at += type.headWords * WORD_DIGITS;
    }
    return values;
  }

  #inPlace(type: AbiType, at: number): DecodedValue | undefined {
    if (type.isDynamic) return undefined;
    if (type.kind === 'tuple') return this.#members(type.members, at);
    if (type.kind === 'array') return this.#members(Array<AbiType>(type.length ?? 0).fill(type.of), at);
    return wordValue(type, this.digits, at);
  }

  #members(types: readonly AbiType[], start: number): DecodedValue[] | undefined {
    const values: DecodedValue[] = [];
    let at = start;
    for (const type of types) {
      const value = this.#inPlace(type, at);
      if (value === undefined) return undefined;
      values.push(value);
      at += type.headWords * WORD_DIGITS;
    }
    return values;
  }

  #behindOffset(type: AbiType, base: number, at: number): DecodedValue | undefined {
    const offset = wordCount(this.digits, at);
    if (offset === undefined || base + 2 * offset !== this.end) return undefined;
    if (type.kind === 'bytes' || type.kind === 'string') return this.#bytes(type);
    if (type.kind === 'array') return this.#elements(type);
    return type.kind === 'tuple' ? this.sequence(type.members, this.end) : undefined;
  }

  #elements(type: ArrayType): DecodedValue[] | undefined {
    const length = type.length ?? this.#length();
    const room = this.digits.length - this.end;
    if (length === undefined || length * type.of.headWords * WORD_DIGITS > room) return undefined;
    return this.sequence(Array<AbiType>(length).fill(type.of), this.end);
  }

  #bytes(type: BytesType): string | undefined {
    const size = this.#length();
    if (size === undefined) return undefined;
    const start = this.end;
    const end = start + 2 * size;
    const padding = (WORD_DIGITS - ((2 * size) % WORD_DIGITS)) % WORD_DIGITS;
    // Solidity before 0.5 omitted the padding after bytes that came from call data.
    this.end = end === this.digits.length ? end : end + padding;
    if (this.end > this.digits.length || !zeros(this.digits, end, this.end - end)) return undefined;
    const digits = this.digits.slice(start, end);
    return type.kind === 'bytes' ? `0x${digits}` : Buffer.from(digits, 'hex').toString('utf8');
  }

  #length(): number | undefined {
    if (this.end + WORD_DIGITS > this.digits.length) return undefined;
    const length = wordCount(this.digits, this.end);
    this.end += WORD_DIGITS;
    return length;
  }
}
