import { createdAddress } from '../../../domain/chain/codec/created-address.js';
import { toHex } from '../../../domain/chain/codec/hex.js';
import type { ForkSchedule } from '../../../domain/chain/protocol/fork-schedule.js';
import type { Frame, Header, Receipt, StateChange, Transaction } from '../../../domain/chain/record/block.js';
import { sameAddress } from '../../../domain/chain/record/same-address.js';
import { delegationOf } from '../../../domain/chain/record/settle-delegations.js';
import { BlockRefused } from '../finding/block-refused.js';
import { addFlow, frameEffects, keyOf } from './frame-effects.js';
import { settleSurvivors } from './settle-survivors.js';
import { transactionFees } from './transaction-fees.js';

const HOMESTEAD = 1_150_000;
const SPURIOUS_DRAGON = 2_675_000;
const NO_CREATIONS = { least: 0, most: 0 };
const NOTHING = Buffer.alloc(32);

export interface TracedTransaction {
  readonly transaction: Transaction;
  readonly receipt: Receipt;
  readonly frames: readonly Frame[];
  /** With delegations settled. */
  readonly changes: readonly StateChange[];
}

/**
 * Checks the state changes of one transaction against its frames: each account gains and loses exactly what the frames and the fees move,
 * so ether is conserved; each nonce rises by the account's transactions, authorizations and creations; code comes from a creation or a
 * delegation and goes with a destruction; storage changes only where a frame ran.
 *
 * @returns the changes, with known tracer errors corrected
 * @throws BlockRefused naming account and field
 */
export function requireEffects(
  traced: TracedTransaction,
  transactionIndex: number,
  header: Header,
  schedule: ForkSchedule | undefined,
): readonly StateChange[] {
  const { transaction, receipt, frames } = traced;
  // Before Homestead a creation succeeded without paying for its code; tracers still report it as failed.
  const paysForCode = isSince(header, HOMESTEAD);
  if (!paysForCode && frames.some(isFailedCreation)) return traced.changes;
  const effects = frameEffects(frames, header.parentBeaconBlockRoot === undefined);
  const fees = transactionFees(transaction, receipt, header, schedule);
  addFlow(effects.flows, keyOf(transaction.from), -(fees.paid ?? 0n));
  addFlow(effects.flows, keyOf(header.beneficiary), fees.tip);
  const changes = settleSurvivors(traced.changes, effects);
  const byKey = new Map(changes.map((change) => [keyOf(change.address), change]));
  // Since EIP-161 the nonce of a contract begins at one.
  const firstNonce = isSince(header, SPURIOUS_DRAGON) ? 1 : 0;

  for (const [key, change] of byKey) {
    // Without the blob price, what the sender pays is not known.
    if (fees.paid !== undefined || !sameAddress(change.address, transaction.from))
      requireBalance(key, change);
    requireNonce(key, change);
    requireCode(key, change);
    requireStorage(key, change);
  }
  requireAll();
  for (const { creator, to, least, most } of effects.numbered) requireAddress(creator, to, least, most);
  return changes;

  function requireBalance(key: string, { address, balance }: StateChange): void {
    const due = effects.flows.get(key) ?? 0n;
    if (effects.destroyed.has(key)) {
      // Ether sent to an account after its SELFDESTRUCT is burned with it.
      if ((balance?.after ?? 0n) !== 0n) refuse(address, 'balance', balance!.after, 'gone with its account');
      if (balance && balance.before === undefined) return;
      if ((balance?.before ?? 0n) + due < 0n) refuse(address, 'balance.before', balance?.before ?? 0n, -due);
      return;
    }
    if (balance && balance.before === undefined) return;
    const gained = balance ? balance.after - balance.before! : 0n;
    if (gained !== due) refuse(address, 'balance', gained, due);
  }

  function requireNonce(key: string, change: StateChange): void {
    const { address, nonce } = change;
    if (effects.destroyed.has(key)) {
      if (nonce && nonce.after !== 0) refuse(address, 'nonce', nonce.after, 0);
      return;
    }
    if (nonce && nonce.before === undefined) return;
    const rise = nonce ? nonce.after - nonce.before! : 0;
    let expected = 0;
    if (effects.created.has(key)) {
      expected = firstNonce;
      if (nonce && nonce.before !== 0) refuse(address, 'nonce.before', nonce.before!, 0);
    } else {
      if (sameAddress(address, transaction.from)) expected = 1;
      expected += delegationOf(transaction, change)?.count ?? 0;
    }
    const { least, most } = effects.creations.get(key) ?? NO_CREATIONS;
    if (rise < expected + least || rise > expected + most)
      refuse(address, 'nonce', rise, expected + (rise > expected + most ? most : least));
  }

  function requireCode(key: string, change: StateChange): void {
    const { address, code } = change;
    const isDestroyed = effects.destroyed.has(key);
    const deployed = effects.created.get(key);
    const delegated = delegationOf(transaction, change)?.code;
    if (code === undefined) {
      // Before Homestead a creation that could not pay for its code succeeded without code.
      if (deployed && deployed.length > 0 && !isDestroyed && paysForCode)
        refuse(address, 'code', 'unchanged', toHexStart(deployed));
      if (isDestroyed && !deployed) refuse(address, 'code', 'unchanged', 'none');
      return;
    }
    if (delegated?.equals(code) || isAuthorizedBefore(change)) return;
    if (code.length === 0) {
      if (!isDestroyed || deployed) refuse(address, 'code', 'gone', 'unchanged');
    } else if (isDestroyed || !deployed?.equals(code)) {
      refuse(address, 'code', toHexStart(code), deployed ? toHexStart(deployed) : 'unchanged');
    }
  }

  function requireStorage(key: string, { address, storage }: StateChange): void {
    if (storage.length === 0) return;
    const isDestroyed = effects.destroyed.has(key);
    if (!isDestroyed && !effects.writers.has(key))
      refuse(address, `storage ${toHex(storage[0]!.slot)}`, 'changed', 'unchanged: no frame ran there');
    const isCreated = effects.created.has(key);
    if (!isDestroyed && !isCreated) return;
    for (const { slot, before, after } of storage) {
      if (isDestroyed && !after.equals(NOTHING))
        refuse(address, `storage ${toHex(slot)}`, toHex(after), 'gone with its account');
      if (isCreated && before && !before.equals(NOTHING))
        refuse(address, `storage ${toHex(slot)} before`, toHex(before), 'none in a new account');
    }
  }

  /**
   * Whether the account signed an authorization and its nonce before is unknown: then it is unknown which
   * authorizations took effect.
   */
  function isAuthorizedBefore({ address, nonce }: StateChange): boolean {
    const { authorizationList = [] } = transaction;
    const isAuthority = authorizationList.some(
      ({ authority }) => authority && sameAddress(authority, address),
    );
    return isAuthority && nonce !== undefined && nonce.before === undefined;
  }

  /** Refuses missing changes that must have happened. */
  function requireAll(): void {
    for (const [key, due] of effects.flows) {
      if (due === 0n || byKey.has(key)) continue;
      if (fees.paid === undefined && key === keyOf(transaction.from)) continue;
      if (!effects.destroyed.has(key) || due < 0n) refuse(addressOf(key), 'balance', 0n, due);
    }
    for (const [key, { least }] of effects.creations)
      if (least > 0 && !byKey.has(key) && !effects.destroyed.has(key))
        refuse(addressOf(key), 'nonce', 0, least);
    for (const [key, code] of effects.created) {
      const isAffected = byKey.has(key) || effects.destroyed.has(key);
      if (!isAffected && firstNonce > 0) refuse(addressOf(key), 'nonce', 0, firstNonce);
      if (!isAffected && code.length > 0 && paysForCode)
        refuse(addressOf(key), 'code', 'unchanged', toHexStart(code));
    }
    for (const key of effects.destroyed)
      if (!effects.created.has(key) && !byKey.has(key)) refuse(addressOf(key), 'code', 'unchanged', 'none');
  }

  function requireAddress(creator: Buffer, to: Buffer, least: number, most: number): void {
    const first = nonceAtFirst(creator);
    if (first === undefined) return;
    for (let count = least; count <= most; count++)
      if (sameAddress(createdAddress(creator, first + count), to)) return;
    throw new BlockRefused('frames', header.number, {
      transactionIndex,
      problem: 'a contract at another address than its creator and nonce give',
      stated: toHex(to),
      expected: toHex(createdAddress(creator, first + least)),
    });
  }

  /** The nonce that an account's first creation in this transaction used. */
  function nonceAtFirst(creator: Buffer): number | undefined {
    const key = keyOf(creator);
    if (effects.created.has(key)) return firstNonce;
    const change = byKey.get(key);
    if (change?.nonce?.before === undefined) return undefined;
    const sent = sameAddress(creator, transaction.from) ? 1 : 0;
    return change.nonce.before + sent + (delegationOf(transaction, change)?.count ?? 0);
  }

  function refuse(
    address: Buffer,
    field: string,
    stated: string | number | bigint,
    expected: string | number | bigint,
  ): never {
    throw new BlockRefused('state_changes', header.number, {
      transactionIndex,
      account: toHex(address),
      field,
      stated: String(stated),
      expected: String(expected),
    });
  }
}

/**
 * Whether a fork's rules are in force, by mainnet's block numbers. Other chains begin with later rules; their
 * headers have a base fee.
 */
function isSince({ number, baseFeePerGas }: Header, fork: number): boolean {
  return number >= fork || baseFeePerGas !== undefined;
}

function isFailedCreation({ type, error }: Frame): boolean {
  return error !== undefined && (type === 'CREATE' || type === 'CREATE2');
}

function addressOf(key: string): Buffer {
  return Buffer.from(key, 'latin1');
}

/** Shortens long code, because a refusal becomes a log line. */
function toHexStart(code: Buffer): string {
  return code.length <= 32 ? toHex(code) : `${toHex(code.subarray(0, 32))}… of ${code.length} bytes`;
}
