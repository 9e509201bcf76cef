import { decodeBundle, encodeBundle } from '../domain/chain/codec/bundle.js';
import type { VerifiedBlock } from '../domain/chain/record/block.js';
import { packBundle } from './packed-bundle.js';

/** The bytes of a verified block. */
export interface EncodedBlock {
  /** What digests are over. */
  readonly bundle: Buffer;
  /** What is stored. */
  readonly packed: Buffer;
}

/** Blocks hold their bytes until they are collected: a block is encoded once, in whichever thread. */
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

/** The block of bytes that `encodedBlock` made. TRUST: they are not verified again. */
export function decodeEncoded(bytes: EncodedBlock): VerifiedBlock {
  const block = decodeBundle(bytes.bundle);
  encoded.set(block, bytes);
  return block;
}
