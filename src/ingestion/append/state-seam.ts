import { toHex } from '../../domain/chain/codec/hex.js';
import { type ForkSchedule, systemCallAddresses } from '../../domain/chain/protocol/fork-schedule.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import { BlockRefused } from '../verify/finding/block-refused.js';
import { type FoundAccount, type FoundSlot, StateSequence } from '../verify/state-sequence.js';

/** The last known state of accounts and slots at the end of a block; unknown fields and words are absent. */
export interface LastState {
  accounts(
    addresses: readonly Buffer[],
    block: number,
  ): Promise<readonly { readonly wei?: bigint; readonly nonce?: number }[]>;
  slots(asked: readonly FoundSlot[], block: number): Promise<readonly (Buffer | undefined)[]>;
}

/**
 * Compares the state that consecutive blocks read with the state that earlier blocks left, across nodes. One query for accounts and one for
 * each kind of slot, for any number of blocks.
 *
 * @throws BlockRefused naming account and field
 */
export async function requireSeam(
  blocks: readonly VerifiedBlock[],
  last: LastState,
  schedule: ForkSchedule,
): Promise<void> {
  const first = blocks[0]?.header.number;
  if (first === undefined || first === 0) return;
  const sequence = new StateSequence((timestamp) => systemCallAddresses(schedule, timestamp));
  for (const block of blocks) sequence.follow(block);
  const { foundAccounts, foundSlots } = sequence;
  const accounts = await last.accounts(
    foundAccounts.map(({ address }) => address),
    first - 1,
  );
  foundAccounts.forEach((found, at) => {
    requireAccount(found, accounts[at]!, first - 1);
  });
  const words = await last.slots(foundSlots, first - 1);
  foundSlots.forEach((found, at) => {
    requireSlot(found, words[at], first - 1);
  });
}

function requireAccount(
  { header, address, wei, nonce }: FoundAccount,
  expected: { readonly wei?: bigint; readonly nonce?: number },
  block: number,
): void {
  if (wei !== undefined && expected.wei !== undefined && wei !== expected.wei)
    refuse(header.number, address, 'balance before', wei, expected.wei, block);
  if (nonce !== undefined && expected.nonce !== undefined && nonce !== expected.nonce)
    refuse(header.number, address, 'nonce before', nonce, expected.nonce, block);
}

function requireSlot(
  { header, address, slot, value }: FoundSlot,
  expected: Buffer | undefined,
  block: number,
): void {
  if (expected && !expected.equals(value))
    refuse(header.number, address, `storage ${toHex(slot)} before`, toHex(value), toHex(expected), block);
}

function refuse(
  number: number,
  account: Buffer,
  field: string,
  stated: bigint | number | string,
  expected: bigint | number | string,
  upTo: number,
): never {
  throw new BlockRefused('state_changes', number, {
    account: toHex(account),
    field,
    stated: String(stated),
    expected: String(expected),
    problem: `is not what blocks up to ${upTo} left`,
  });
}
