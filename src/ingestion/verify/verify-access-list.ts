import { parseBytes, toHex } from '../../domain/chain/codec/hex.js';
import { type ListedChanges, listedChanges } from '../../domain/chain/codec/listed-changes.js';
import { nativeCredits } from '../../domain/chain/protocol/native-credits.js';
import type { Frame, Header, StateChange, Transaction, Withdrawal } from '../../domain/chain/record/block.js';
import { delegationOf } from '../../domain/chain/record/settle-delegations.js';
import { keccak256 } from '../../domain/crypto/keccak.js';
import { BlockRefused } from './finding/block-refused.js';

/** What one transaction leaves: values as text, by account and field. */
type Outcomes = Map<string, string>;

/** A block's access list, bound by the header, and the changes in it. */
export interface VerifiedAccessList {
  readonly accessList: Buffer;
  readonly listed: ListedChanges;
}

/**
 * Checks a block's access list (EIP-7928) against its header.
 *
 * @param stated RLP in hex, as the node gives it; undefined where it gives none
 * @param frames in normal form; undefined where the node gives none
 * @throws BlockRefused, MalformedField
 */
export function verifyAccessList(
  stated: string | undefined,
  { number, blockAccessListHash }: Header,
  transactions: readonly Transaction[],
  frames: readonly (readonly Frame[])[] | undefined,
): VerifiedAccessList | undefined {
  if (stated === undefined || blockAccessListHash === undefined) return undefined;
  const accessList = parseBytes(stated, 'accessList');
  const hash = keccak256(accessList);
  if (!hash.equals(blockAccessListHash))
    throw new BlockRefused('access_list', number, {
      stated: toHex(blockAccessListHash),
      recomputed: toHex(hash),
    });
  return { accessList, listed: listedChanges(accessList, transactions, frames) };
}

/**
 * Compares the state changes of tracers with a block's access list: each transaction must leave exactly what
 * the list has. Values before a change are not compared, because the list does not have them.
 *
 * @throws BlockRefused
 */
export function requireListed(
  { stateChanges }: ListedChanges,
  transactions: readonly Transaction[],
  traced: readonly (readonly StateChange[])[],
  number: number,
): void {
  traced.forEach((changes, transactionIndex) => {
    const listed = outcomesOf(stateChanges[transactionIndex]!);
    const stated = outcomesOf(changes);
    for (const change of changes) {
      const place = `${toHex(change.address)} code`;
      // The authorization renews the delegate that was already set. The tracer's code is recomputed, so it
      // shows a change; the list shows none.
      if (change.code && !listed.has(place) && isDelegated(transactions[transactionIndex]!, change))
        stated.delete(place);
    }
    requireEqual(stated, listed, transactionIndex, number);
  });
}

/**
 * Checks what a block's access list says about the protocol itself: it pays withdrawals after the
 * transactions, and changes no other balance, no nonce and no code.
 *
 * @throws BlockRefused
 */
export function requireProtocolChanges(
  { beforeTransactions, stateChanges, afterTransactions }: ListedChanges,
  header: Header,
  withdrawals: readonly Withdrawal[] = [],
): void {
  const refuse = (account: Buffer, field: string, stated: unknown, expected: unknown): never => {
    throw new BlockRefused('access_list', header.number, {
      problem: 'the protocol itself would leave something else',
      account: toHex(account),
      field,
      stated: String(stated),
      expected: String(expected),
    });
  };
  for (const { address, nonce, code } of [...beforeTransactions, ...afterTransactions]) {
    if (nonce) refuse(address, 'nonce', nonce.after, 'unchanged');
    if (code) refuse(address, 'code', 'changed', 'unchanged');
  }
  for (const { address, balance } of beforeTransactions)
    if (balance) refuse(address, 'balance', balance.after, 'unchanged');
  const left = new Map<string, bigint>();
  for (const { address, balance } of stateChanges.flat())
    if (balance) left.set(address.toString('latin1'), balance.after);
  const paid = new Map(
    afterTransactions.flatMap(({ address, balance }) =>
      balance ? [[address.toString('latin1'), balance.after]] : [],
    ),
  );
  for (const { address, wei } of nativeCredits({ header, withdrawals })) {
    const key = address.toString('latin1');
    const [before, after] = [left.get(key), paid.get(key)];
    if (after === undefined || after < wei || (before !== undefined && after !== before + wei))
      refuse(address, 'balance', after ?? 'unchanged', before === undefined ? `${wei} more` : before + wei);
    paid.delete(key);
  }
  for (const [key, after] of paid) refuse(Buffer.from(key, 'latin1'), 'balance', after, 'unchanged');
}

function isDelegated(transaction: Transaction, change: StateChange): boolean {
  return delegationOf(transaction, change)?.code.equals(change.code!) === true;
}

function outcomesOf(changes: readonly StateChange[]): Outcomes {
  const outcomes: Outcomes = new Map();
  for (const { address, balance, nonce, code, storage } of changes) {
    const account = toHex(address);
    if (balance) outcomes.set(`${account} balance`, String(balance.after));
    if (nonce) outcomes.set(`${account} nonce`, String(nonce.after));
    if (code) outcomes.set(`${account} code`, codeText(code));
    for (const { slot, after } of storage) outcomes.set(`${account} storage ${toHex(slot)}`, toHex(after));
  }
  return outcomes;
}

/** Code is long, so its hash is compared. */
const codeText = (code: Buffer): string => toHex(keccak256(code));

function requireEqual(stated: Outcomes, listed: Outcomes, transactionIndex: number, number: number): void {
  for (const place of new Set([...stated.keys(), ...listed.keys()])) {
    if (stated.get(place) === listed.get(place)) continue;
    const [account, ...field] = place.split(' ');
    throw new BlockRefused('access_list', number, {
      transactionIndex,
      account: account!,
      field: field.join(' '),
      stated: stated.get(place) ?? 'unchanged',
      listed: listed.get(place) ?? 'unchanged',
    });
  }
}
