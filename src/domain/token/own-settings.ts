import type { Log, StateChange, VerifiedBlock } from '../chain/record/block.js';
import { sameAddress } from '../chain/record/same-address.js';
import { keccak256 } from '../crypto/keccak.js';
import { tokenEventKind } from './token-event.js';

/** Most contracts that are read again per block: each may cost calls to a node. */
export const MOST_SETTINGS = 16;

/** A contract whose storage changed without moving its tokens: what it declares may have changed. */
export interface OwnSetting {
  readonly address: Buffer;
  readonly txIndex: number;
}

/** Ranks: called by the transaction; called by a contract and silent; called by a contract and logging. */
const DIRECT = 0;
const SILENT = 1;
const LOGGING = 2;

const [DEPOSIT, WITHDRAWAL, APPROVAL, APPROVAL_FOR_ALL] = [
  'Deposit(address,uint256)',
  'Withdrawal(address,uint256)',
  'Approval(address,address,uint256)',
  'ApprovalForAll(address,address,bool)',
].map((signature) => keccak256(Buffer.from(signature))) as [Buffer, Buffer, Buffer, Buffer];

/** Several read models look at the same block. */
const found = new WeakMap<VerifiedBlock, readonly OwnSetting[]>();

/**
 * The contracts of a block that changed a setting of their own, each once, with the first transaction of its
 * best rank. A change that a movement, an allowance or the contract's creation explains does not count.
 *
 * @returns at most `MOST_SETTINGS`: first those that transactions called, then those that contracts called
 * and that logged nothing, then the rest. None where state diffs are missing
 */
export function ownSettings(block: VerifiedBlock): readonly OwnSetting[] {
  let settings = found.get(block);
  if (!settings) {
    settings = settingsOf(block);
    found.set(block, settings);
  }
  return settings;
}

function settingsOf({ transactions, receipts, stateChanges = [] }: VerifiedBlock): OwnSetting[] {
  const byRank: OwnSetting[][] = [[], [], []];
  stateChanges.forEach((changes, txIndex) => {
    const { logs, status } = receipts[txIndex]!;
    if (status === 0) return;
    const { to } = transactions[txIndex]!;
    for (const change of changes) {
      if (change.storage.length === 0 || change.code !== undefined) continue;
      const { address } = change;
      const own = logs.filter((log) => sameAddress(log.address, address));
      if (own.some(isMovement) || isAllowance(change, own)) continue;
      const isDirect = to !== undefined && sameAddress(to, address);
      byRank[isDirect ? DIRECT : own.length === 0 ? SILENT : LOGGING]!.push({ address, txIndex });
    }
  });
  const known = new Set<string>();
  return byRank
    .flat()
    .filter(({ address }) => {
      const key = address.toString('latin1');
      return !known.has(key) && known.add(key);
    })
    .slice(0, MOST_SETTINGS);
}

/** Whether a log reports a change of holdings of its emitter's tokens. */
function isMovement(log: Log): boolean {
  return tokenEventKind(log) !== undefined || isOneOf(log, DEPOSIT, WITHDRAWAL);
}

/** Whether an approval was logged and all changed slots are hashes, as those of mappings are. */
function isAllowance({ storage }: StateChange, logs: readonly Log[]): boolean {
  return (
    logs.some((log) => isOneOf(log, APPROVAL, APPROVAL_FOR_ALL)) &&
    storage.every(({ slot }) => slot.subarray(0, 24).some((byte) => byte !== 0))
  );
}

function isOneOf({ topics: [topic0] }: Log, ...events: readonly Buffer[]): boolean {
  return topic0 !== undefined && events.some((event) => event.equals(topic0));
}
