import type { StateChange, VerifiedBlock } from '../../src/kernel/chain/block.js';
import { verifiedBlock } from '../builder/verified-block.js';
import type { RecordedContract } from './contracts.js';
import type { ReceivedTransaction } from './recorded-receipts.js';

/** A block in which every entry of the registries is in force. */
export const BEGINNING = 30_000_000;

const bytes = (hex: string): Buffer => Buffer.from(hex.slice(2).padStart(64, '0'), 'hex');

/**
 * A chain that begins with contracts as they were recorded, and goes on with recorded transactions: one block for each in which some
 * were recorded. Nothing on it changes code or slots.
 */
export function chainOfRecordings(
  contracts: readonly RecordedContract[],
  transactions: readonly ReceivedTransaction[],
): VerifiedBlock[] {
  const allocation = contracts.map(accountOf).sort((one, other) => one.address.compare(other.address));
  const blocks: VerifiedBlock[] = [
    { ...verifiedBlock(BEGINNING, 'recorded', Buffer.alloc(32), []), allocation },
  ];
  for (const number of new Set(transactions.map(({ block }) => block))) {
    const own = transactions.filter(({ block }) => block === number);
    blocks.push(verifiedBlock(BEGINNING + blocks.length, 'recorded', blocks.at(-1)!.hash, own));
  }
  return blocks;
}

function accountOf({ address, code, storage }: RecordedContract): StateChange {
  return {
    address: Buffer.from(address.slice(2), 'hex'),
    code,
    storage: Object.entries(storage).map(([slot, after]) => ({
      slot: bytes(slot),
      before: Buffer.alloc(32),
      after: bytes(after),
    })),
  };
}
