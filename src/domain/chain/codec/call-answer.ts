import type { Address, Hex } from '../hex.js';

const HEX_OF_WORD = 64;
const DATA = 2 + 2 * HEX_OF_WORD;
const OFFSET_32 = `${'0'.repeat(62)}20`;
const UPPER_ZEROS = '0'.repeat(24);

/**
 * The text of a `string` or `bytes32` answer, as `0x` hex: the bytes of one ABI string in canonical form
 * (offset, length, bytes padded with zeros to a whole word, nothing else), or one word up to its first zero
 * byte. Undefined for anything else.
 */
export function answeredText(output: Hex): string | undefined {
  if (output.length === 2 + HEX_OF_WORD) return output.slice(0, 2 + hexBeforeZeroByte(output));
  if (output.length < DATA || !output.startsWith(OFFSET_32, 2)) return undefined;
  const bytes = Number(`0x${output.slice(2 + HEX_OF_WORD, DATA)}`);
  const end = DATA + 2 * bytes;
  if (output.length !== DATA + Math.ceil(bytes / 32) * HEX_OF_WORD) return undefined;
  for (let at = end; at < output.length; at++) if (output[at] !== '0') return undefined;
  return `0x${output.slice(DATA, end)}`;
}

/** The address of an answer that is one word whose upper 12 bytes are zero. */
export function answeredAddress(output: Hex): Address | undefined {
  if (output.length !== 2 + HEX_OF_WORD || !output.startsWith(UPPER_ZEROS, 2)) return undefined;
  return `0x${output.slice(2 + UPPER_ZEROS.length)}`;
}

/** The number of an answer that is one word of at most 255. */
export function answeredUint8(output: Hex): number | undefined {
  if (output.length !== 2 + HEX_OF_WORD) return undefined;
  const value = BigInt(output);
  return value < 256n ? Number(value) : undefined;
}

/** The number of an answer that is one word, as a decimal string. */
export function answeredAmount(output: Hex): string | undefined {
  return output.length === 2 + HEX_OF_WORD ? BigInt(output).toString() : undefined;
}

function hexBeforeZeroByte(word: string): number {
  let digits = 0;
  while (digits < HEX_OF_WORD && word.slice(2 + digits, 4 + digits) !== '00') digits += 2;
  return digits;
}
