import type { StateChange, Transaction } from '../../kernel/chain/block.js';
import { sameAddress } from '../../kernel/chain/same-address.js';

const MAINNET = 1n;
const DESIGNATOR = Buffer.from('ef0100', 'hex');
const NOBODY = Buffer.alloc(20);
const NO_CODE = Buffer.alloc(0);

/**
 * Puts into the changes the code that a transaction's authorizations leave (EIP-7702). One tracer family leaves out cleared
 * delegations, the other may leave out all of them; but both report the nonce, which each valid authorization raises by one, so
 * that what holds afterwards follows from the signed list. It holds whether or not the transaction succeeds.
 */
export function settleDelegations(
  transaction: Transaction,
  changes: readonly StateChange[],
): readonly StateChange[] {
  if (transaction.authorizationList === undefined) return changes;
  return changes.map((change) => {
    const delegate = delegateAfter(transaction, change);
    if (delegate === undefined) return change;
    return { ...change, code: delegate.equals(NOBODY) ? NO_CODE : Buffer.concat([DESIGNATOR, delegate]) };
  });
}

/** The address of the account's last valid authorization; undefined when it gave none. */
function delegateAfter(
  { authorizationList = [], from }: Transaction,
  { address, nonce }: StateChange,
): Buffer | undefined {
  if (nonce === undefined) return undefined;
  // The sender's own nonce rises before the authorizations are looked at.
  let next = BigInt(nonce.before) + (sameAddress(address, from) ? 1n : 0n);
  let delegate: Buffer | undefined;
  for (const authorization of authorizationList) {
    const { authority, chainId } = authorization;
    const valid = (chainId === 0n || chainId === MAINNET) && authorization.nonce === next;
    if (authority === undefined || !sameAddress(authority, address) || !valid) continue;
    next += 1n;
    delegate = authorization.address;
  }
  return delegate;
}
