import { MalformedField } from '../codec/malformed-field.js';
import { RlpReader } from '../codec/rlp-reader.js';

/** A child as its parent holds it: a hash of 32 bytes, the bytes of a node shorter than that, or nothing. */
export type Child = { readonly hash: Buffer } | { readonly node: Buffer } | undefined;

export type TrieNode =
  | { readonly kind: 'branch'; readonly children: readonly Child[]; readonly value: Buffer }
  | { readonly kind: 'extension'; readonly path: readonly number[]; readonly child: Child }
  | { readonly kind: 'leaf'; readonly path: readonly number[]; readonly value: Buffer };

const BRANCH_ITEMS = 17;
const HASH_BYTES = 32;

/** Reads a node of a Merkle Patricia trie. @throws MalformedField unless it is canonically encoded */
export function decodeNode(raw: Buffer): TrieNode {
  const outer = new RlpReader(raw);
  const items = outer.list('node');
  outer.finish('node');
  const raws: { readonly bytes: Buffer; readonly isList: boolean }[] = [];
  while (!items.atEnd) {
    const start = items.position;
    const isList = raw[start]! >= 0xc0;
    if (isList) items.skip('node');
    raws.push({ isList, bytes: isList ? raw.subarray(start, items.position) : items.bytes('node') });
  }
  if (raws.length === BRANCH_ITEMS) {
    const value = raws[BRANCH_ITEMS - 1]!;
    if (value.isList) throw new MalformedField('node', 'holds a list where its value belongs');
    return { kind: 'branch', children: raws.slice(0, -1).map(childOf), value: value.bytes };
  }
  const [head, tail] = raws;
  if (raws.length !== 2 || head!.isList) throw new MalformedField('node', 'is neither a branch nor a path');
  const { path, isLeaf } = decodePath(head!.bytes);
  if (!isLeaf) return { kind: 'extension', path, child: childOf(tail!) };
  if (tail!.isList) throw new MalformedField('node', 'holds a list where its value belongs');
  return { kind: 'leaf', path, value: tail!.bytes };
}

function childOf({ bytes, isList }: { readonly bytes: Buffer; readonly isList: boolean }): Child {
  if (isList) return { node: bytes };
  if (bytes.length === 0) return undefined;
  if (bytes.length !== HASH_BYTES) throw new MalformedField('node', 'holds a child that is no hash');
  return { hash: bytes };
}

/** Hex-prefix encoding: the first nibble marks leaves and odd lengths. */
function decodePath(bytes: Buffer): { readonly path: readonly number[]; readonly isLeaf: boolean } {
  const [flag, padding, ...even] = nibblesOf(bytes);
  if (flag === undefined || padding === undefined || flag > 3)
    throw new MalformedField('node', 'has no path');
  const isOdd = flag % 2 === 1;
  if (!isOdd && padding !== 0) throw new MalformedField('node', 'has a path with a padding');
  return { path: isOdd ? [padding, ...even] : even, isLeaf: flag >= 2 };
}

/** The half bytes, high ones first. */
export function nibblesOf(bytes: Buffer): number[] {
  const nibbles: number[] = [];
  for (const byte of bytes) nibbles.push(byte >> 4, byte & 15);
  return nibbles;
}
