import { toHex } from '../../../kernel/chain/hex.js';
import { keccak256 } from '../../../kernel/crypto/keccak.js';
import type { TransactionContext } from './created-contracts.js';
import { addressOf } from './pick.js';

const labelled = (node: Buffer, label: string): Buffer =>
  keccak256(Buffer.concat([node, keccak256(Buffer.from(label))]));

/** Node of `addr.reverse`. */
const ADDR_REVERSE = labelled(labelled(Buffer.alloc(32), 'reverse'), 'addr');

/** The ENS node of an address's reverse record. */
export function reverseNode(address: string): Buffer {
  return labelled(ADDR_REVERSE, address.slice(2));
}

/** Whose reverse node it is: one that signed, called, or is named by the first indexed address of a log of the transaction. */
export function ownerOfReverseNode(node: Buffer, context: TransactionContext): string | undefined {
  const candidates = new Set<string>([toHex(context.transaction.from)]);
  for (const { from } of context.frames ?? []) candidates.add(toHex(from));
  for (const { topics } of context.block.receipts[context.index]!.logs) {
    const named = topics[1] && addressOf(topics[1]);
    if (named !== undefined) candidates.add(named);
  }
  for (const address of candidates) if (reverseNode(address).equals(node)) return address;
  return undefined;
}
