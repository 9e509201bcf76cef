import { toHex } from '../../domain/chain/codec/hex.js';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import { isGenesis } from '../../domain/chain/protocol/genesis.js';
import type { Frame, Header, Receipt, StateChange, Transaction } from '../../domain/chain/record/block.js';
import { sameAddress } from '../../domain/chain/record/same-address.js';
import { settleDelegations } from '../../domain/chain/record/settle-delegations.js';
import { requireConservation } from './effect/require-conservation.js';
import { requireEffects } from './effect/require-effects.js';
import { BlockRefused } from './finding/block-refused.js';

/** What state changes are checked against. */
export interface StateWitnesses {
  readonly transactions: readonly Transaction[];
  readonly receipts: readonly Receipt[];
  readonly header: Header;
  /** Absent where the node gives none. */
  readonly frames?: readonly (readonly Frame[])[] | undefined;
  /** Without it, the cost of blobs is not known. */
  readonly schedule?: ForkSchedule | undefined;
  readonly allocation?: readonly StateChange[] | undefined;
}

/**
 * Checks the state changes of the block's transactions, as far as possible without execution. There must be
 * one list per transaction, in which the sender's nonce rises from the transaction's. With frames, every
 * balance, nonce, code and storage must change as they show (`requireEffects`); without, at least no ether
 * may be created. Code of delegations is recomputed. The new value of a slot is trusted.
 *
 * @returns undefined without state changes, and for a genesis block with an unknown allocation
 * @throws BlockRefused
 */
export function verifyStateChanges(
  stateChanges: readonly (readonly StateChange[])[] | undefined,
  { transactions, receipts, header, frames, schedule, allocation }: StateWitnesses,
): readonly (readonly StateChange[])[] | undefined {
  const { number } = header;
  if (isGenesis(header)) return allocation && [];
  if (transactions.length === 0) return [];
  if (stateChanges === undefined) return undefined;
  if (stateChanges.length !== transactions.length) {
    throw new BlockRefused('state_changes', number, {
      problem: 'not one list for each transaction',
      stated: stateChanges.length,
      expected: transactions.length,
    });
  }
  return transactions.map((transaction, transactionIndex) => {
    const stated = stateChanges[transactionIndex]!;
    requireOnce(stated, transactionIndex, number);
    requireSender(transaction, stated, transactionIndex, number);
    const changes = settleDelegations(transaction, stated);
    const receipt = receipts[transactionIndex]!;
    if (frames)
      return requireEffects(
        { transaction, receipt, frames: frames[transactionIndex]!, changes },
        transactionIndex,
        header,
        schedule,
      );
    requireConservation({ transaction, receipt, changes }, transactionIndex, header, schedule);
    return changes;
  });
}

function requireSender(
  { from, nonce }: Transaction,
  changes: readonly StateChange[],
  transactionIndex: number,
  number: number,
): void {
  const change = changes.find(({ address }) => sameAddress(address, from))?.nonce;
  // A sender that authorizes itself, or whose delegated code creates contracts, raises its nonce by more than
  // one.
  // An access list alone gives no nonce before the first change in the block; by the protocol it is the
  // transaction's.
  if (change !== undefined && (change.before ?? nonce) === nonce && change.after > nonce) return;
  throw new BlockRefused('state_changes', number, {
    transactionIndex,
    problem: "the sender's nonce does not rise from the transaction's",
    expected: nonce,
    ...(change === undefined ? {} : { before: change.before ?? nonce, after: change.after }),
  });
}

/** Accounts and slots must each appear once, in order: JSON may repeat a key in another letter case. */
function requireOnce(changes: readonly StateChange[], transactionIndex: number, number: number): void {
  let last: Buffer | undefined;
  for (const { address, storage } of changes) {
    if (last && Buffer.compare(last, address) >= 0) refuseRepeated(address, 'account');
    last = address;
    let lastSlot: Buffer | undefined;
    for (const { slot } of storage) {
      if (lastSlot && Buffer.compare(lastSlot, slot) >= 0) refuseRepeated(address, `storage ${toHex(slot)}`);
      lastSlot = slot;
    }
  }

  function refuseRepeated(address: Buffer, field: string): never {
    throw new BlockRefused('state_changes', number, {
      transactionIndex,
      account: toHex(address),
      field,
      problem: 'told twice',
    });
  }
}
