import type { Authorization, StateChange, Transaction } from './block.js';
import { sameAddress } from './same-address.js';

const MAINNET = 1n;
const DESIGNATOR = Buffer.from('ef0100', 'hex');
const NOBODY = Buffer.alloc(20);
const NO_CODE = Buffer.alloc(0);

/** The effect of an account's valid authorizations in one transaction. */
export interface Delegation {
  /** Number of valid authorizations; each raises the account's nonce by one. */
  readonly count: number;
  /** The code that the last of them leaves. */
  readonly code: Buffer;
}

/**
 * Sets the code that a transaction's authorizations leave (EIP-7702). One tracer family leaves out cleared
 * delegations, the other may leave out all of them. Both report nonces, which each valid authorization raises
 * by one, so the final code follows from the signed list. It stays even if the transaction fails.
 */
export function settleDelegations(
  transaction: Transaction,
  changes: readonly StateChange[],
): readonly StateChange[] {
  if (transaction.authorizationList === undefined) return changes;
  return changes.map((change) => {
    const delegation = delegationOf(transaction, change);
    return delegation === undefined ? change : { ...change, code: delegation.code };
  });
}

/** Effect of the account's authorizations; undefined if none is valid or the nonce before is not known. */
export function delegationOf(
  { authorizationList = [], from }: Transaction,
  { address, nonce }: Pick<StateChange, 'address' | 'nonce'>,
): Delegation | undefined {
  if (nonce?.before === undefined || authorizationList.length === 0) return undefined;
  // The sender's own nonce rises before authorizations are checked.
  let next = BigInt(nonce.before) + (sameAddress(address, from) ? 1n : 0n);
  let delegate: Buffer | undefined;
  let count = 0;
  for (const authorization of authorizationList) {
    const { authority } = authorization;
    const valid = isForMainnet(authorization) && authorization.nonce === next;
    if (authority === undefined || !sameAddress(authority, address) || !valid) continue;
    next += 1n;
    count += 1;
    delegate = authorization.address;
  }
  if (delegate === undefined) return undefined;
  return { count, code: delegate.equals(NOBODY) ? NO_CODE : Buffer.concat([DESIGNATOR, delegate]) };
}

/** Whether it was signed for this chain, or for every chain. */
export function isForMainnet({ chainId }: Authorization): boolean {
  return chainId === 0n || chainId === MAINNET;
}
