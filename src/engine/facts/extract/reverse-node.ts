import type { Address } from '../../../domain/chain/hex.js';
import { keccak256 } from '../../../domain/crypto/keccak.js';

const labelled = (node: Buffer, label: string): Buffer =>
  keccak256(Buffer.concat([node, keccak256(Buffer.from(label))]));

/** Node of `addr.reverse`. */
const ADDR_REVERSE = labelled(labelled(Buffer.alloc(32), 'reverse'), 'addr');

/** The ENS node (32 bytes) of an address's reverse record. @param address lower-case `0x` hex */
export function reverseNode(address: Address): Buffer {
  return labelled(ADDR_REVERSE, address.slice(2));
}
