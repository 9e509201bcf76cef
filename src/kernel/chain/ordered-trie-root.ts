import { keccak256 } from '../crypto/keccak.js';
import { RlpWriter } from './rlp-writer.js';

/** Root of a trie without entries: keccak(0x80). */
export const EMPTY_TRIE_ROOT = keccak256(Buffer.from([0x80]));

const EMPTY_ITEM = Buffer.from([0x80]);

/**
 * Root of the Merkle Patricia trie that holds each item under the RLP of its index, as headers commit to transactions,
 * receipts and withdrawals. All keys are known and none begins another, so the trie is never built: the sorted keys are
 * split nibble by nibble and each node is hashed as soon as its children are.
 */
export function orderedTrieRoot(items: readonly Buffer[]): Buffer {
  if (items.length === 0) return EMPTY_TRIE_ROOT;
  const order = sortedByKey(items.length);
  const writer = new RlpWriter(4_096);
  const keys = items.map((_, index) => keyNibbles(index, writer));
  return new TrieHasher(items, keys, order, writer).root();
}

class TrieHasher {
  constructor(
    private readonly items: readonly Buffer[],
    private readonly keys: readonly Uint8Array[],
    private readonly order: readonly number[],
    private readonly writer: RlpWriter,
  ) {}

  root(): Buffer {
    const reference = this.#reference(0, this.order.length, 0);
    // The root is hashed however short it is; a reference of 33 bytes is the hash behind its header.
    return reference.length === 33 ? reference.subarray(1) : keccak256(reference);
  }

  /** What a parent holds for the node over keys `low` to `high`: the node itself when short, else its hash. */
  #reference(low: number, high: number, depth: number): Buffer {
    const first = this.#key(low);
    if (high - low === 1) return this.#leaf(first, depth, this.items[this.order[low]!]!);
    const last = this.#key(high - 1);
    let split = depth;
    while (first[split] === last[split]) split++;
    const branch = this.#branch(low, high, split);
    if (split === depth) return branch;
    this.writer.raw(branch);
    this.writer.bytes(compactPath(first, depth, split, 0));
    this.writer.list(0);
    return this.#hashed();
  }

  #branch(low: number, high: number, depth: number): Buffer {
    const children = new Array<Buffer>(16).fill(EMPTY_ITEM);
    for (let start = low; start < high; ) {
      const nibble = this.#key(start)[depth]!;
      let end = start + 1;
      while (end < high && this.#key(end)[depth] === nibble) end++;
      children[nibble] = this.#reference(start, end, depth + 1);
      start = end;
    }
    this.writer.raw(EMPTY_ITEM);
    for (let nibble = 15; nibble >= 0; nibble--) this.writer.raw(children[nibble]!);
    this.writer.list(0);
    return this.#hashed();
  }

  #leaf(key: Uint8Array, depth: number, value: Buffer): Buffer {
    this.writer.bytes(value);
    this.writer.bytes(compactPath(key, depth, key.length, 2));
    this.writer.list(0);
    return this.#hashed();
  }

  /** Takes the node just written; afterwards the writer is empty again. */
  #hashed(): Buffer {
    const node = this.writer.take();
    const reference = node.length < 32 ? Buffer.from(node) : hashReference(keccak256(node));
    this.writer.discard();
    return reference;
  }

  #key(position: number): Uint8Array {
    return this.keys[this.order[position]!]!;
  }
}

function hashReference(hash: Buffer): Buffer {
  const reference = Buffer.allocUnsafe(33);
  reference[0] = 0xa0;
  reference.set(hash, 1);
  return reference;
}

/** Indices in the order of their keys: 1 to 127 encode as themselves, 0 as 0x80, the rest behind 0x81, 0x82 … */
function sortedByKey(count: number): number[] {
  const order: number[] = [];
  for (let index = 1; index < Math.min(count, 128); index++) order.push(index);
  order.push(0);
  for (let index = 128; index < count; index++) order.push(index);
  return order;
}

function keyNibbles(index: number, writer: RlpWriter): Uint8Array {
  writer.uint(index);
  const key = writer.take();
  const nibbles = new Uint8Array(key.length * 2);
  key.forEach((byte, i) => {
    nibbles[2 * i] = byte >> 4;
    nibbles[2 * i + 1] = byte & 15;
  });
  return nibbles;
}

/** Hex-prefix encoding of the nibbles `from` to `to`; `kind` is 2 for a leaf and 0 for an extension. */
function compactPath(nibbles: Uint8Array, from: number, to: number, kind: 0 | 2): Buffer {
  const isOdd = (to - from) % 2;
  const path = Buffer.alloc(1 + ((to - from) >> 1));
  path[0] = ((kind + isOdd) << 4) | (isOdd ? nibbles[from]! : 0);
  for (let i = from + isOdd, at = 1; i < to; i += 2, at++) path[at] = (nibbles[i]! << 4) | nibbles[i + 1]!;
  return path;
}
