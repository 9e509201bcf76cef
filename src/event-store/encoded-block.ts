import { decodeBundle, encodeBundle } from '../domain/chain/codec/bundle.js';
import type { VerifiedBlock } from '../domain/chain/record/block.js';
import { packBundle } from './packed-bundle.js';

/** The bytes of a verified block. */
export interface EncodedBlock {
  /** The bytes that digests cover. */
  readonly bundle: Buffer;
  /** The bytes that are stored. */
  readonly packed: Buffer;
}

/** Caches the bytes of each block while the block is in memory: each is encoded once, in any thread. */
const encoded = new WeakMap<VerifiedBlock, EncodedBlock>();

export function encodedBlock(block: VerifiedBlock): EncodedBlock {
  let bytes = encoded.get(block);
  if (bytes === undefined) {
    const bundle = encodeBundle(block);
    bytes = { bundle, packed: packBundle(bundle) };
    encoded.set(block, bytes);
  }
  return bytes;
}

/** The block that `encodedBlock` encoded. TRUST: the bytes are not verified again. */
export function decodeEncoded(bytes: EncodedBlock): VerifiedBlock {
  const block = decodeBundle(bytes.bundle);
  encoded.set(block, bytes);
  return block;
}
