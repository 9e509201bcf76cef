import { decodeAccessList, type ListedAccount } from '../../domain/chain/codec/access-list.js';
import { parseBytes, toHex } from '../../domain/chain/codec/hex.js';
import type { Header, StateChange } from '../../domain/chain/record/block.js';
import { keccak256 } from '../../domain/crypto/keccak.js';
import { BlockRefused } from './finding/block-refused.js';

/** What one transaction leaves: by account and field, as text. */
type Outcomes = Map<string, string>;

/**
 * Checks a block's access list (EIP-7928) against its header, and the state changes of each transaction against the list: what the one leaves
 * is what the other has, neither more nor less. The values before a change are not in the list.
 *
 * @param stated RLP in hex, as the node gives it; undefined where it gives none
 * @param transactionCount of the block
 * @param stateChanges undefined where the node gives none
 * @returns the list's bytes
 * @throws BlockRefused, MalformedField
 */
export function verifyAccessList(
  stated: string | undefined,
  { number, blockAccessListHash }: Header,
  transactionCount: number,
  stateChanges: readonly (readonly StateChange[])[] | undefined,
): Buffer | undefined {
  if (stated === undefined || blockAccessListHash === undefined) return undefined;
  const raw = parseBytes(stated, 'accessList');
  const hash = keccak256(raw);
  if (!hash.equals(blockAccessListHash))
    throw new BlockRefused('access_list', number, {
      stated: toHex(blockAccessListHash),
      recomputed: toHex(hash),
    });
  const listed = outcomesOf(decodeAccessList(raw), transactionCount, number);
  stateChanges?.forEach((changes, transactionIndex) => {
    requireEqual(outcomesOfChanges(changes), listed[transactionIndex]!, transactionIndex, number);
  });
  return raw;
}

/** By transaction; what the protocol itself changes before and after all of them is left out. */
function outcomesOf(
  accounts: readonly ListedAccount[],
  transactionCount: number,
  number: number,
): Outcomes[] {
  const outcomes = Array.from({ length: transactionCount }, (): Outcomes => new Map());
  const add = (index: number, account: string, field: string, after: string): void => {
    if (index > transactionCount + 1)
      throw new BlockRefused('access_list', number, { account, field, index, most: transactionCount + 1 });
    outcomes[index - 1]?.set(`${account} ${field}`, after);
  };
  for (const { address, storage, balances, nonces, codes } of accounts) {
    const account = toHex(address);
    for (const { index, after } of balances) add(index, account, 'balance', String(after));
    for (const { index, after } of nonces) add(index, account, 'nonce', String(after));
    for (const { index, after } of codes) add(index, account, 'code', codeText(after));
    for (const { slot, changes } of storage)
      for (const { index, after } of changes) add(index, account, `storage ${toHex(slot)}`, toHex(after));
  }
  return outcomes;
}

function outcomesOfChanges(changes: readonly StateChange[]): Outcomes {
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

/** Code is long: its hash stands for it. */
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
