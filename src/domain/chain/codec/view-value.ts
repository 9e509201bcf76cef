import { keccak256 } from '../../crypto/keccak.js';
import type { Hex } from '../hex.js';
import { answeredAddress, answeredText } from './call-answer.js';
import { toHex } from './hex.js';

/** Types of values that view calls return and definitions read. */
export const VIEW_TYPES = [
  'address',
  'bool',
  'uint256',
  'bytes32',
  'bytes',
  'text',
  'address[]',
  'first_address',
  'first_bool',
] as const;
export type ViewType = (typeof VIEW_TYPES)[number];

const PARAMETER = '(address|bytes32|bytes4|uint256|uint24|bool)';
/** The signature of a function whose parameters take one word each. */
export const SIGNATURE = new RegExp(`^[A-Za-z_$][A-Za-z0-9_$]*\\((${PARAMETER}(,${PARAMETER})*)?\\)$`);

/** Bits of the unsigned integer types. */
const BITS: Readonly<Record<string, bigint>> = { uint256: 256n, uint24: 24n };
const HEX_OF_WORD = 64;
const HEX_OF_SELECTOR = 8;
const MAX_ELEMENTS = 128;
const WORD = /^0x[0-9a-f]{64}$/;
const WORD_OF_FOUR_BYTES = /^0x[0-9a-f]{8}0{56}$/;
const ADDRESS = /^0x[0-9a-f]{40}$/;
const DECIMAL = /^(0|[1-9][0-9]*)$/;

/** The types of a signature's parameters. */
export function parametersOf(signature: string): readonly string[] {
  const list = signature.slice(signature.indexOf('(') + 1, -1);
  return list === '' ? [] : list.split(',');
}

/** The first four bytes of the call data of a function. */
export function selectorOf(signature: string): Hex {
  return toHex(keccak256(Buffer.from(signature)).subarray(0, HEX_OF_SELECTOR / 2));
}

/**
 * The call data of a function, given a text for each parameter: an address, a word, or a whole number in decimal.
 * @returns undefined where an argument is none of its type
 */
export function viewCallData(signature: string, args: readonly string[]): Hex | undefined {
  let data: string = selectorOf(signature);
  for (const [at, type] of parametersOf(signature).entries()) {
    const word = wordOf(args[at]!, type);
    if (word === undefined) return undefined;
    data += word;
  }
  return data as Hex;
}

/** The argument as 64 hex digits; undefined where it does not fit the type. */
function wordOf(text: string, type: string): string | undefined {
  if (WORD.test(text)) return isOfType(text as Hex, type) ? text.slice(2) : undefined;
  if (ADDRESS.test(text)) return type === 'address' ? text.slice(2).padStart(HEX_OF_WORD, '0') : undefined;
  const bits = BITS[type];
  if (bits === undefined || !DECIMAL.test(text)) return undefined;
  const number = BigInt(text);
  return number >> bits === 0n ? number.toString(16).padStart(HEX_OF_WORD, '0') : undefined;
}

function isOfType(word: Hex, type: string): boolean {
  switch (type) {
    case 'address':
      return answeredAddress(word) !== undefined;
    case 'bytes4':
      return WORD_OF_FOUR_BYTES.test(word);
    default:
      return type !== 'uint24';
  }
}

/**
 * The value of an output, as facts state it: an address, `true` or `false`, a decimal whole number, or bytes
 * as `0x` hex (of a text too); of a list, its distinct elements. Output after `bytes` or `address[]` is
 * ignored, and so are the other words of a `first_…`, of which there must be one; other types must be the whole
 * output. Undefined for an output that is not of the type.
 */
export function viewValue(output: Hex, type: ViewType): string | readonly string[] | undefined {
  switch (type) {
    case 'address':
      return answeredAddress(output);
    case 'bool':
      return isWord(output) && BigInt(output) < 2n ? String(BigInt(output) === 1n) : undefined;
    case 'uint256':
      return isWord(output) ? BigInt(output).toString() : undefined;
    case 'bytes32':
      return isWord(output) ? output : undefined;
    case 'text':
      return answeredText(output);
    case 'bytes':
      return tail(output, 1);
    case 'address[]':
      return addresses(output);
    case 'first_address':
      return first(output, 'address');
    case 'first_bool':
      return first(output, 'bool');
  }
}

/** The value of the first of several words. */
function first(output: Hex, type: 'address' | 'bool'): string | readonly string[] | undefined {
  const digits = output.length - 2;
  if (digits < 2 * HEX_OF_WORD || digits % HEX_OF_WORD !== 0) return undefined;
  return viewValue(output.slice(0, 2 + HEX_OF_WORD) as Hex, type);
}

function isWord(output: Hex): boolean {
  return output.length === 2 + HEX_OF_WORD;
}

/** The elements of the dynamic value that the first word points to, each of `unit` bytes, as `0x` hex. */
function tail(output: Hex, unit: number): Hex | undefined {
  const words = output.slice(2);
  const at = 2 * numberAt(words, 0);
  const start = at + HEX_OF_WORD;
  const end = start + 2 * unit * numberAt(words, at);
  return end <= words.length ? `0x${words.slice(start, end)}` : undefined;
}

function addresses(output: Hex): readonly string[] | undefined {
  const elements = tail(output, HEX_OF_WORD / 2)?.slice(2);
  if (elements === undefined || elements.length > MAX_ELEMENTS * HEX_OF_WORD) return undefined;
  const found = new Set<string>();
  for (let at = 0; at < elements.length; at += HEX_OF_WORD) {
    const element = answeredAddress(`0x${elements.slice(at, at + HEX_OF_WORD)}`);
    if (element === undefined) return undefined;
    found.add(element);
  }
  return [...found];
}

/** Infinity where there is no word; a large word gives a large number, which no output reaches. */
function numberAt(words: string, at: number): number {
  const word = words.slice(at, at + HEX_OF_WORD);
  return word.length === HEX_OF_WORD ? Number(`0x${word}`) : Infinity;
}
