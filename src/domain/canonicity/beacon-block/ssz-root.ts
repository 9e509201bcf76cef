import { MalformedField } from '../../chain/codec/malformed-field.js';
import { hashPair, NODE_BYTES } from '../merkle-branch.js';
import { chunksOf, merkleRoot, siblingsOf, zeroAt } from '../merkle-root.js';
import { splitElements, splitFields } from './split-ssz.js';
import type { SszContainer, SszType } from './ssz-type.js';

/** `hash_tree_root` of a value. @throws MalformedField */
export function sszRoot(type: SszType, ssz: Buffer): Buffer {
  switch (type.kind) {
    case 'bytes':
      if (ssz.length !== type.length) throw new MalformedField('ssz', 'has another length');
      return merkleRoot(chunksOf(ssz), Math.ceil(type.length / NODE_BYTES));
    case 'byteList':
      if (ssz.length > type.limit) throw new MalformedField('ssz', 'has too many bytes');
      return withLength(merkleRoot(chunksOf(ssz), Math.ceil(type.limit / NODE_BYTES)), ssz.length);
    case 'bitList':
      return bitListRoot(ssz, type);
    case 'vector':
    case 'list':
      return elementsRoot(type, ssz);
    case 'container':
      return containerRoot(type, fieldRoots(type.fields, ssz));
  }
}

/** Siblings of a field of a container, from its own up to that of a child of the container's root. @throws MalformedField */
export function fieldBranch(type: SszContainer, field: number, ssz: Buffer): Buffer[] {
  const roots = fieldRoots(type.fields, ssz);
  return type.isProgressive
    ? [...progressiveSiblings(roots, field), activeFields(type)]
    : siblingsOf(roots, field);
}

function containerRoot(type: SszContainer, roots: readonly Buffer[]): Buffer {
  return type.isProgressive
    ? hashPair(progressiveRoot(roots), activeFields(type))
    : merkleRoot(roots, roots.length);
}

/** `active_fields` of a progressive container: every field that it may have is set. */
function activeFields({ fields }: SszContainer): Buffer {
  const bits = Buffer.alloc(NODE_BYTES);
  for (const at of fields.keys()) bits[at >> 3]! |= 1 << (at % 8);
  return bits;
}

/** Root of a progressive tree: subtrees of 1, 4, 16 … leaves, each with the rest on its right. */
function progressiveRoot(leaves: readonly Buffer[], size = 1): Buffer {
  if (leaves.length === 0) return zeroAt(0);
  return hashPair(merkleRoot(leaves.slice(0, size), size), progressiveRoot(leaves.slice(size), 4 * size));
}

/** Siblings of a leaf of a progressive tree. */
function progressiveSiblings(leaves: readonly Buffer[], position: number, size = 1): Buffer[] {
  const [subtree, rest] = [leaves.slice(0, size), leaves.slice(size)];
  return position < size
    ? [...siblingsOf(subtree, position, size), progressiveRoot(rest, 4 * size)]
    : [...progressiveSiblings(rest, position - size, 4 * size), merkleRoot(subtree, size)];
}

/** The root of each field of a container. @throws MalformedField */
function fieldRoots(fields: readonly SszType[], ssz: Buffer): Buffer[] {
  return splitFields(fields, ssz).map((field, at) => sszRoot(fields[at]!, field));
}

function elementsRoot(type: Extract<SszType, { kind: 'vector' | 'list' }>, ssz: Buffer): Buffer {
  const limit = type.kind === 'list' ? type.limit : type.length;
  const elements = splitElements(type.of, limit, ssz);
  if (type.kind === 'vector') {
    if (elements.length !== limit) throw new MalformedField('ssz', 'has a vector of another length');
    return merkleRoot(
      elements.map((element) => sszRoot(type.of, element)),
      limit,
    );
  }
  const leaves = type.isNumbers ? chunksOf(ssz) : elements.map((element) => sszRoot(type.of, element));
  const leafLimit = type.isNumbers ? Math.ceil((limit * 8) / NODE_BYTES) : limit;
  const root = type.isProgressive ? progressiveRoot(leaves) : merkleRoot(leaves, leafLimit);
  return withLength(root, elements.length);
}

/** The highest set bit of the last byte marks the end. */
function bitListRoot(ssz: Buffer, { limit, isProgressive }: Extract<SszType, { kind: 'bitList' }>): Buffer {
  const last = ssz.at(-1);
  if (!last) throw new MalformedField('ssz', 'has bits without an end');
  const inLast = 31 - Math.clz32(last);
  const length = (ssz.length - 1) * 8 + inLast;
  if (length > limit) throw new MalformedField('ssz', 'has too many bits');
  const bits = Buffer.from(ssz);
  bits[bits.length - 1]! ^= 1 << inLast;
  const chunks = chunksOf(bits.subarray(0, Math.ceil(length / 8)));
  const root = isProgressive
    ? progressiveRoot(chunks)
    : merkleRoot(chunks, Math.ceil(limit / 8 / NODE_BYTES));
  return withLength(root, length);
}

function withLength(root: Buffer, length: number): Buffer {
  const mixed = Buffer.alloc(NODE_BYTES);
  mixed.writeUInt32LE(length);
  return hashPair(root, mixed);
}
