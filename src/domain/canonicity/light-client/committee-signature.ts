import { bls12_381 } from '@noble/curves/bls12-381.js';
import { COMMITTEE_SIZE, PUBLIC_KEY_BYTES, type SyncCommittee } from './light-client-data.js';

const { G1 } = bls12_381;
const { Signature, hash, verify } = bls12_381.longSignatures;
/** Of proofs of possession, which every key of a validator has. */
const TAG = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_';

/**
 * Whether members of a committee signed: `FastAggregateVerify`. The state has the sum of all keys, from which those of absent members are
 * taken away: of 512 keys some ten are read, which takes the most time.
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
    // Bytes that are no point.
    return false;
  }
}
