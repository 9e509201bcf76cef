import { bls12_381 } from '@noble/curves/bls12-381.js';
import { COMMITTEE_SIZE, PUBLIC_KEY_BYTES, type SyncCommittee } from './light-client-data.js';

const { G1 } = bls12_381;
const { Signature, hash, verify } = bls12_381.longSignatures;
/** Domain tag of Ethereum's BLS signatures, for keys with a proof of possession. */
const TAG = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_';

/**
 * Whether members of a committee signed: `FastAggregateVerify`. Starts from the committee's aggregate key and
 * subtracts absent members: of 512 keys some ten are decompressed, which is the main cost.
 *
 * @param participants bit n says that member n signed
 */
export function isSigned(
  { raw }: SyncCommittee,
  participants: Buffer,
  message: Buffer,
  signature: Buffer,
): boolean {
  const keyAt = (at: number) =>
    G1.Point.fromBytes(raw.subarray(at * PUBLIC_KEY_BYTES, (at + 1) * PUBLIC_KEY_BYTES));
  try {
    let key = keyAt(COMMITTEE_SIZE);
    for (let member = 0; member < COMMITTEE_SIZE; member++)
      if (((participants[member >> 3]! >> (member % 8)) & 1) === 0) key = key.subtract(keyAt(member));
    return verify(Signature.fromBytes(signature), hash(message, TAG), key);
  } catch {
    // The bytes are not a point of the curve.
    return false;
  }
}
