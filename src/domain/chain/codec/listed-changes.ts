import type {
  Frame,
  ProtocolChanges,
  SlotChange,
  StateChange,
  Transaction,
  VerifiedBlock,
} from '../record/block.js';
import { isCreation } from '../record/is-creation.js';
import { sameAddress } from '../record/same-address.js';
import { delegationOf, settleDelegations } from '../record/settle-delegations.js';
import { storageClearing } from '../record/storage-clearing.js';
import { decodeAccessList, type ListedAccount, type ListedChange } from './access-list.js';
import { MalformedField } from './malformed-field.js';

/** The state that a block leaves by its access list (EIP-7928); accounts and slots ascending. */
export interface ListedChanges extends ProtocolChanges {
  /** By transaction. */
  readonly stateChanges: readonly (readonly StateChange[])[];
}

type Change = { -readonly [K in keyof StateChange]: StateChange[K] } & { storage: SlotChange[] };

const ZERO = Buffer.alloc(32);

/**
 * The state changes of a block from its access list. A value before a change is known where the list has an
 * earlier one, or where the transaction implies it: the sender's nonce, nonces of authorizations, the empty
 * storage of a new contract.
 *
 * @param frames show which accounts create contracts, which raises their nonces too; without them,
 * authorizations do not imply a nonce before
 * @throws MalformedField
 */
export function listedChanges(
  raw: Buffer,
  transactions: readonly Transaction[],
  frames: readonly (readonly Frame[])[] | undefined,
): ListedChanges {
  const steps: Change[][] = Array.from({ length: transactions.length + 2 }, () => []);
  for (const account of decodeAccessList(raw)) addAccount(steps, account);
  for (const [at, transaction] of transactions.entries()) {
    const creators = creatorsIn(transaction, frames?.[at]);
    for (const change of steps[at + 1]!) addKnownBefore(change, transaction, creators);
  }
  return {
    beforeTransactions: steps[0]!,
    stateChanges: steps.slice(1, -1),
    afterTransactions: steps.at(-1)!,
  };
}

/**
 * What an access list adds to the records of a block: what the protocol changed and, where no tracer gave
 * them, state changes. A block without transactions has none; a genesis block has those of its allocation.
 */
export function listedRecords(
  { beforeTransactions, stateChanges, afterTransactions }: ListedChanges,
  transactions: readonly Transaction[],
  traced: VerifiedBlock['stateChanges'],
): Pick<VerifiedBlock, 'protocolChanges' | 'stateChanges' | 'isListed'> {
  const protocolChanges = { beforeTransactions, afterTransactions };
  if (traced || transactions.length === 0) return { protocolChanges };
  // An authorization may renew the delegate that was already set: tracers report that as a change of code,
  // the list does not.
  const settled = stateChanges.map((changes, at) => settleDelegations(transactions[at]!, changes));
  return { protocolChanges, stateChanges: settled, isListed: true };
}

function addAccount(
  steps: readonly Change[][],
  { address, storage, balances, nonces, codes }: ListedAccount,
) {
  const found = new Map<number, Change>();
  const at = (index: number): Change => {
    let change = found.get(index);
    if (!change) {
      if (index >= steps.length) throw new MalformedField('accessList', 'has an index after the last');
      change = { address, storage: [] };
      found.set(index, change);
      steps[index]!.push(change);
    }
    return change;
  };
  for (const { index, ...balance } of withBefore(balances)) at(index).balance = balance;
  for (const { index, ...nonce } of withBefore(nonces)) at(index).nonce = nonce;
  for (const { index, after } of codes) at(index).code = after;
  for (const { slot, changes } of storage)
    for (const { index, ...words } of withBefore(changes)) at(index).storage.push({ slot, ...words });
}

function withBefore<Value>(
  changes: readonly ListedChange<Value>[],
): (ListedChange<Value> & { readonly before?: Value })[] {
  return changes.map((change, at) => (at === 0 ? change : { ...change, before: changes[at - 1]!.after }));
}

function addKnownBefore(
  change: Change,
  transaction: Transaction,
  creators: ReadonlySet<string> | undefined,
): void {
  const { address, nonce, storage } = change;
  if (storageClearing(change) === 'created') {
    if (nonce && nonce.before === undefined) change.nonce = { ...nonce, before: 0 };
    change.storage = storage.map((one) => ({ ...one, before: one.before ?? ZERO }));
  } else if (nonce && nonce.before === undefined) {
    const before = sameAddress(address, transaction.from)
      ? transaction.nonce
      : creators && !creators.has(address.toString('latin1'))
        ? nonceOfAuthority(change, nonce.after, transaction)
        : undefined;
    if (before !== undefined) change.nonce = { ...nonce, before };
  }
}

/**
 * The accounts that try to create a contract: their nonce may rise even if the creation fails. Undefined
 * without frames, and without authorizations, which alone need it.
 */
function creatorsIn(
  { authorizationList = [] }: Transaction,
  frames: readonly Frame[] | undefined,
): ReadonlySet<string> | undefined {
  if (authorizationList.length === 0 || !frames) return undefined;
  const creations = frames.filter(({ type }) => isCreation(type));
  return new Set(creations.map(({ from }) => from.toString('latin1')));
}

/**
 * The nonce before a transaction from which the account's authorizations lead to `after`. Undefined if there
 * is none, or if several such nonces leave different code.
 */
function nonceOfAuthority({ address }: Change, after: number, transaction: Transaction): number | undefined {
  const found: { readonly before: number; readonly code: Buffer }[] = [];
  for (let count = 1; count <= (transaction.authorizationList?.length ?? 0) && count <= after; count++) {
    const before = after - count;
    const delegation = delegationOf(transaction, { address, nonce: { before, after } });
    if (delegation?.count === count) found.push({ before, code: delegation.code });
  }
  const [first] = found;
  return first && found.every(({ code }) => code.equals(first.code)) ? first.before : undefined;
}
