import { splitList } from './split-list.js';

/** A canonical ABI type, as the codec needs it. */
export type AbiType = ValueType | BytesType | ArrayType | TupleType;

/** A type of one word. Numbers have a size in bits, `bytes1` to `bytes32` one in bytes. */
export type ValueType =
  | ({ readonly kind: 'address' | 'bool' } & Static)
  | ({ readonly kind: 'uint' | 'int'; readonly bits: number } & Static)
  | ({ readonly kind: 'fixedBytes'; readonly size: number } & Static);

export interface BytesType extends Layout {
  readonly kind: 'bytes' | 'string';
  readonly isDynamic: true;
}

export interface ArrayType extends Layout {
  readonly kind: 'array';
  readonly of: AbiType;
  /** Number of elements; absent when the value itself states its length. */
  readonly length?: number;
}

export interface TupleType extends Layout {
  readonly kind: 'tuple';
  readonly members: readonly AbiType[];
}

interface Layout {
  /** Whether the value is encoded behind an offset. */
  readonly isDynamic: boolean;
  /** Words that the value takes in the head of its tuple; 1 when it is dynamic, for the offset. */
  readonly headWords: number;
}

interface Static extends Layout {
  readonly isDynamic: false;
  readonly headWords: 1;
}

/**
 * Limits of types that are read: anybody can register a signature, and no contract nests deeper or logs more.
 */
const MAX_DEPTH = 16;
const MAX_HEAD_WORDS = 65_536;

const WORD = { isDynamic: false, headWords: 1 } as const;
const BEHIND_OFFSET = { isDynamic: true, headWords: 1 } as const;

// INVARIANT: types come from the signature table only, which bounds this map.
const read = new Map<string, AbiType | undefined>();

/**
 * Parses a canonical type (`uint256[2][]`, `(address,bytes)[]`). Undefined for text that is no type, for
 * empty tuples and arrays, and for types beyond the limits.
 */
export function abiType(text: string): AbiType | undefined {
  const known = read.get(text);
  if (known !== undefined || read.has(text)) return known;
  const type = parse(text, 0);
  read.set(text, type);
  return type;
}

function parse(text: string, depth: number): AbiType | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (text.endsWith(']')) return arrayOf(text, depth);
  if (text.startsWith('(') && text.endsWith(')')) return tupleOf(text, depth);
  return elementary(text);
}

function arrayOf(text: string, depth: number): ArrayType | undefined {
  const open = text.lastIndexOf('[');
  const of = parse(text.slice(0, open), depth + 1);
  const length = text.slice(open + 1, -1);
  if (of === undefined) return undefined;
  if (length === '') return { kind: 'array', of, ...BEHIND_OFFSET };
  if (!/^[1-9][0-9]{0,5}$/.test(length) || Number(length) * of.headWords > MAX_HEAD_WORDS) return undefined;
  const layout = of.isDynamic
    ? BEHIND_OFFSET
    : { isDynamic: false, headWords: Number(length) * of.headWords };
  return { kind: 'array', of, length: Number(length), ...layout };
}

function tupleOf(text: string, depth: number): TupleType | undefined {
  const members: AbiType[] = [];
  for (const member of splitList(text.slice(1, -1))) {
    const type = parse(member, depth + 1);
    if (type === undefined) return undefined;
    members.push(type);
  }
  const words = headWordsOf(members);
  if (members.length === 0 || words > MAX_HEAD_WORDS) return undefined;
  const isDynamic = members.some((member) => member.isDynamic);
  return { kind: 'tuple', members, ...(isDynamic ? BEHIND_OFFSET : { isDynamic, headWords: words }) };
}

function elementary(text: string): ValueType | BytesType | undefined {
  if (text === 'address' || text === 'bool') return { kind: text, ...WORD };
  if (text === 'string' || text === 'bytes') return { kind: text, ...BEHIND_OFFSET };
  // A function is an address and a selector.
  if (text === 'function') return { kind: 'fixedBytes', size: 24, ...WORD };
  const [, word, digits] = /^(uint|int|bytes)([1-9][0-9]{0,2})$/.exec(text) ?? [];
  const size = Number(digits);
  if (word === 'bytes') return size <= 32 ? { kind: 'fixedBytes', size, ...WORD } : undefined;
  if (word === undefined || size % 8 !== 0 || size > 256) return undefined;
  return { kind: word as 'uint' | 'int', bits: size, ...WORD };
}

/** Words that values of the types take in a head. */
export function headWordsOf(types: readonly AbiType[]): number {
  return types.reduce((words, type) => words + type.headWords, 0);
}
