import { describe, expect, it } from '@jest/globals';
import type { Authorization, StateChange, Transaction } from './block.js';
import { settleDelegations } from './settle-delegations.js';

const [SENDER, AUTHORITY, ONE, TWO] = [1, 2, 3, 4].map((byte) => Buffer.alloc(20, byte)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
];
const NOBODY = Buffer.alloc(20);

const authorization = (
  nonce: bigint,
  address: Buffer,
  fields: Partial<Authorization> = {},
): Authorization => ({
  chainId: 1n,
  address,
  nonce,
  authority: AUTHORITY,
  ...fields,
});

/** The code after the changes of an account with this nonce, as hex; undefined when they do not determine it. */
function codeAfter(list: readonly Authorization[], before = 5, address = AUTHORITY): string | undefined {
  const change: StateChange = { address, nonce: { before, after: before + 1 }, storage: [] };
  const transaction = { from: SENDER, authorizationList: list } as Transaction;
  return settleDelegations(transaction, [change])[0]!.code?.toString('hex');
}

describe('the code that authorizations leave', () => {
  it('is the designator of the delegate', () => {
    expect(codeAfter([authorization(5n, ONE)])).toBe(`ef0100${'03'.repeat(20)}`);
  });

  it('is gone when the delegate is nobody', () => {
    expect(codeAfter([authorization(5n, NOBODY)])).toBe('');
  });

  it('is that of the last valid one, each raising the nonce', () => {
    expect(codeAfter([authorization(5n, ONE), authorization(6n, TWO), authorization(6n, ONE)])).toBe(
      `ef0100${'04'.repeat(20)}`,
    );
  });

  it('counts the nonce a sender has used for the transaction itself', () => {
    const own = { authority: SENDER };
    expect(codeAfter([authorization(5n, ONE, own)], 5, SENDER)).toBeUndefined();
    expect(codeAfter([authorization(6n, ONE, own)], 5, SENDER)).toBe(`ef0100${'03'.repeat(20)}`);
  });

  it('is not touched by an authorization of another nonce, chain or account, or of nobody', () => {
    expect(codeAfter([authorization(4n, ONE)])).toBeUndefined();
    expect(codeAfter([authorization(5n, ONE, { chainId: 10n })])).toBeUndefined();
    expect(codeAfter([authorization(5n, ONE, { authority: TWO })])).toBeUndefined();
    const { authority: _, ...unsigned } = authorization(5n, ONE);
    expect(codeAfter([unsigned])).toBeUndefined();
    expect(codeAfter([authorization(5n, ONE, { chainId: 0n })])).toBe(`ef0100${'03'.repeat(20)}`);
  });
});
