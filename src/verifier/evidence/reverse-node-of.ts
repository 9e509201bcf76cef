import { toHex } from '../../domain/chain/codec/hex.js';
import type { Address, Hash } from '../../domain/chain/hex.js';
import { keccak256, keccak256OfParts } from '../../domain/crypto/keccak.js';

/** The ENS node of an address's reverse record, `<address>.addr.reverse`. */
export function reverseNodeOf(address: Address): Hash {
  let node: Buffer = Buffer.alloc(32);
  for (const label of ['reverse', 'addr', address.slice(2)])
    node = keccak256OfParts(node, keccak256(Buffer.from(label)));
  return toHex(node);
}
