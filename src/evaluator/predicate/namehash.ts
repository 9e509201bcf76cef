import type { Hash } from '../../domain/chain/hex.js';
import { keccak256, keccak256OfParts } from '../../domain/crypto/keccak.js';
import { FAILS } from '../model/outcome.js';

/** Longest name of the Domain Name System. */
const MAX_BYTES = 255;
const NAME = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;

/**
 * ENS hash (EIP-137) of a name, as `0x` hex.
 *
 * @returns FAILS for a name that is empty, too long, has an empty label, or has characters other than
 * lower-case letters, digits, `-` and `_`
 */
export function namehash(name: string): Hash | typeof FAILS {
  if (name.length > MAX_BYTES || !NAME.test(name)) return FAILS;
  let node: Buffer = Buffer.alloc(32);
  for (const label of name.split('.').reverse()) node = keccak256OfParts(node, keccak256(Buffer.from(label)));
  return `0x${node.toString('hex')}`;
}
