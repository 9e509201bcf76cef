import type { ValueType } from './abi-type.js';

/** Hex digits of a word. */
export const WORD_DIGITS = 64;

/** `ZEROS[n]` is n zeros. */
const ZEROS = Array.from({ length: WORD_DIGITS + 1 }, (_, count) => '0'.repeat(count));
/** Number of hex digits whose value is always a safe integer. */
const SAFE_DIGITS = 12;

/**
 * The value of the word of 64 hex digits at `at` in the text. Undefined unless it is padded as the ABI
 * requires.
 */
export function wordValue(type: ValueType, text: string, at: number): string | boolean | undefined {
  switch (type.kind) {
    case 'address':
      return zeros(text, at, 24) ? `0x${text.slice(at + 24, at + WORD_DIGITS)}` : undefined;
    case 'bool':
      return boolean(text, at);
    case 'uint':
      return zeros(text, at, WORD_DIGITS - type.bits / 4) ? decimal(text, at) : undefined;
    case 'int':
      return signed(text, at, type.bits);
    case 'fixedBytes':
      return fixedBytes(text, at, type.size);
  }
}

/** Whether `count` hex digits from `at` on are all zero. */
export function zeros(text: string, at: number, count: number): boolean {
  // A third of the time of `startsWith` with a position.
  return text.slice(at, at + count) === ZEROS[count];
}

/** The word as a number of bytes or elements; undefined when it is too large to be one. */
export function wordCount(text: string, at: number): number | undefined {
  return zeros(text, at, WORD_DIGITS - SAFE_DIGITS)
    ? Number.parseInt(text.slice(at + WORD_DIGITS - SAFE_DIGITS, at + WORD_DIGITS), 16)
    : undefined;
}

function boolean(text: string, at: number): boolean | undefined {
  const last = text[at + WORD_DIGITS - 1];
  if (!zeros(text, at, WORD_DIGITS - 1) || (last !== '0' && last !== '1')) return undefined;
  return last === '1';
}

function decimal(text: string, at: number): string {
  return String(wordCount(text, at) ?? BigInt(`0x${text.slice(at, at + WORD_DIGITS)}`));
}

function signed(text: string, at: number, bits: number): string | undefined {
  const value = BigInt.asIntN(256, BigInt(`0x${text.slice(at, at + WORD_DIGITS)}`));
  return value === BigInt.asIntN(bits, value) ? value.toString() : undefined;
}

function fixedBytes(text: string, at: number, size: number): string | undefined {
  const end = at + 2 * size;
  return zeros(text, end, WORD_DIGITS - 2 * size) ? `0x${text.slice(at, end)}` : undefined;
}
