import { keccak256 } from '../../crypto/keccak.js';
import { RlpWriter } from '../codec/rlp-writer.js';

/** Root of a trie without entries: keccak(0x80). */
export const EMPTY_TRIE_ROOT = keccak256(Buffer.from([0x80]));

const EMPTY_ITEM = 0x80;
const HASH_BYTES = 32;
const LEAF = 2;
const EXTENSION = 0;

const writer = new RlpWriter();
/** Nibbles of each index's key, the same for every list. Grows to the longest list seen. */
const keys: Uint8Array[] = [];

/**
 * Root of the Merkle Patricia trie that holds each item under the RLP of its index: headers commit so to
 * transactions, receipts and withdrawals. All keys are known and none is a prefix of another, so no trie is
 * built. The sorted keys are split nibble by nibble, and each node is replaced by its hash in place as soon
 * as its children are written.
 */
export function orderedTrieRoot(items: readonly Buffer[]): Buffer {
  if (items.length === 0) return EMPTY_TRIE_ROOT;
  writer.discard();
  while (keys.length < items.length) keys.push(keyNibbles(keys.length));
  writeNode(items, sortedByKey(items.length), 0, items.length, 0);
  const reference = writer.take();
  // The root is hashed even if it is short; 33 bytes are a hash with its RLP header.
  return reference.length === HASH_BYTES + 1 ? Buffer.from(reference.subarray(1)) : keccak256(reference);
}

/** Writes what a parent holds for the node over keys `low` to `high`: the node itself when short, else its hash. */
function writeNode(
  items: readonly Buffer[],
  order: readonly number[],
  low: number,
  high: number,
  depth: number,
): void {
  const since = writer.length;
  const first = keys[order[low]!]!;
  if (high - low === 1) {
    writer.bytes(items[order[low]!]!);
    writePath(first, depth, first.length, LEAF);
  } else {
    const last = keys[order[high - 1]!]!;
    let split = depth;
    while (first[split] === last[split]) split++;
    writeBranch(items, order, low, high, split);
    if (split === depth) return;
    writePath(first, depth, split, EXTENSION);
  }
  closeNode(since);
}

function writeBranch(
  items: readonly Buffer[],
  order: readonly number[],
  low: number,
  high: number,
  depth: number,
): void {
  const since = writer.length;
  writer.byte(EMPTY_ITEM);
  for (let nibble = 15, end = high; nibble >= 0; nibble--) {
    let start = end;
    while (start > low && keys[order[start - 1]!]![depth] === nibble) start--;
    if (start === end) writer.byte(EMPTY_ITEM);
    else writeNode(items, order, start, end, depth + 1);
    end = start;
  }
  closeNode(since);
}

/** Makes a node of everything written since `since`; from 32 bytes on, its hash replaces it. */
function closeNode(since: number): void {
  writer.list(since);
  if (writer.length - since >= HASH_BYTES) writer.bytes(keccak256(writer.takeBack(since)));
}

/** Hex-prefix encoding of the nibbles `from` to `to`. */
function writePath(
  nibbles: Uint8Array,
  from: number,
  to: number,
  kind: typeof LEAF | typeof EXTENSION,
): void {
  const since = writer.length;
  const isOdd = (to - from) % 2;
  for (let i = to - 2; i >= from + isOdd; i -= 2) writer.byte((nibbles[i]! << 4) | nibbles[i + 1]!);
  writer.byte(((kind + isOdd) << 4) | (isOdd ? nibbles[from]! : 0));
  writer.string(since);
}

/** Indices in the order of their keys: 1 to 127 encode as themselves, 0 as 0x80, the rest behind 0x81, 0x82 … */
function sortedByKey(count: number): number[] {
  const order: number[] = [];
  for (let index = 1; index < Math.min(count, 128); index++) order.push(index);
  order.push(0);
  for (let index = 128; index < count; index++) order.push(index);
  return order;
}

function keyNibbles(index: number): Uint8Array {
  writer.discard();
  writer.uint(index);
  return Uint8Array.from(writer.take().toString('hex'), (digit) => Number.parseInt(digit, 16));
}
