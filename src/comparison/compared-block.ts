import { decodeHeader } from '../domain/chain/codec/header-rlp.js';
import { fromHex } from '../domain/chain/codec/hex.js';
import type { Hash, Hex } from '../domain/chain/hex.js';
import { parseRef } from '../domain/chain/record/evidence-ref.js';
import { blockHashes } from '../verifier/bundle/bundle.schema.js';
import type { Verification } from '../verifier/verify-bundle.js';
import type { CallVerification } from '../verifier/witness/verify-call.js';

/** A block of a bundle that is compared with that of a node. */
export interface ComparedBlock {
  readonly number: number;
  readonly hash: Hash;
  /** Unix seconds. */
  readonly timestamp: number;
}

/** The blocks of a bundle that was verified, ascending. */
export function comparedBlocks(
  verification: Extract<Verification | CallVerification, { outcome: 'verified' | 'verified call' }>,
): ComparedBlock[] {
  const headers: readonly (readonly [Hash, Hex])[] =
    verification.outcome === 'verified'
      ? blockHashes(verification.bundle).map((hash) => [hash, verification.bundle.blocks[hash]!.header])
      : [[parseRef(verification.bundle.call)!.blockHash, verification.bundle.header]];
  return headers
    .map(([hash, header]) => {
      const { number, timestamp } = decodeHeader(fromHex(header));
      return { number, hash, timestamp };
    })
    .sort((one, other) => one.number - other.number);
}
