import { toHex } from '../../domain/chain/codec/hex.js';
import { type ForkSchedule, systemCallAddresses } from '../../domain/chain/protocol/fork-schedule.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import { bytesToBigInt } from '../../domain/chain/word.js';
import type { StateRead } from '../../domain/event/state-read.js';
import { BlockRefused } from '../verify/finding/block-refused.js';
import {
  type Contradiction,
  describeContradiction,
  type FoundAccount,
  type FoundSlot,
  hiddenAuthorization,
  StateSequence,
} from '../verify/state-sequence.js';

/** The last known state of accounts and slots at the end of a block; unknown fields and words are absent. */
export interface LastState {
  accounts(
    addresses: readonly Buffer[],
    block: number,
  ): Promise<readonly { readonly wei?: bigint; readonly nonce?: number }[]>;
  slots(asked: readonly FoundSlot[], block: number): Promise<readonly (Buffer | undefined)[]>;
}

/**
 * Compares the state that consecutive blocks found with the state that earlier blocks left, whichever nodes
 * gave them. The number of queries does not depend on that of the blocks.
 *
 * @returns contradictions, first within these blocks, then with stored ones
 */
export async function contradictionsOf(
  blocks: readonly VerifiedBlock[],
  last: LastState,
  schedule: ForkSchedule,
): Promise<Contradiction[]> {
  const first = blocks[0]?.header.number;
  if (first === undefined || first === 0) return [];
  const found: Contradiction[] = [];
  const systems = (timestamp: number) => systemCallAddresses(schedule, timestamp);
  const sequence = new StateSequence(systems, (one) => void found.push(one));
  for (const block of blocks) sequence.follow(block);
  const { foundAccounts, foundSlots } = sequence;
  const accounts = await last.accounts(
    foundAccounts.map(({ address }) => address),
    first - 1,
  );
  foundAccounts.forEach((one, at) => {
    const { wei, nonce } = accounts[at]!;
    if (one.wei !== undefined && wei !== undefined) compare(one, { kind: 'balance' }, one.wei, wei);
    if (one.nonce !== undefined && nonce !== undefined)
      compare(one, { kind: 'nonce' }, BigInt(one.nonce), BigInt(nonce));
    if (one.otherThan !== undefined && nonce !== undefined && one.otherThan === BigInt(nonce))
      found.push(hiddenAuthorization(one.header, one.address, one.otherThan, first - 1));
  });
  const words = await last.slots(foundSlots, first - 1);
  foundSlots.forEach((one, at) => {
    const word = words[at];
    if (word)
      compare(one, { kind: 'slot', slot: toHex(one.slot) }, bytesToBigInt(one.value), bytesToBigInt(word));
  });
  return found;

  function compare(
    { header, address }: FoundAccount | FoundSlot,
    read: StateRead,
    stated: bigint,
    expected: bigint,
  ): void {
    if (stated === expected) return;
    const at = first! - 1;
    const refusal = new BlockRefused('state_changes', header.number, {
      ...describeContradiction(address, read, stated, expected),
      problem: `is not what blocks up to ${at} left`,
    });
    found.push({ header, address, read, stated, expected, at, refusal });
  }
}

/** @throws BlockRefused for the first of `contradictionsOf`, naming account and field */
export async function requireSameState(...compared: Parameters<typeof contradictionsOf>): Promise<void> {
  const [first] = await contradictionsOf(...compared);
  if (first) throw first.refusal;
}
