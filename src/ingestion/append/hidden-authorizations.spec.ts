import { describe, expect, it } from '@jest/globals';
import type { Authorization, StateChange, VerifiedBlock } from '../../domain/chain/record/block.js';
import { forkSchedule } from '../../runtime/projection/projectors.js';
import { contradictionsOf, type LastState } from './compare-states.js';
import { settleContradictions } from './settle-contradictions.js';

const account = (value: number): Buffer => Buffer.alloc(20, value);
const [SENDER, SIGNER] = [account(1), account(2)] as const;
const signed = (nonce: bigint, chainId = 1n, authority = SIGNER): Authorization => ({
  ...{ nonce, chainId, authority, address: account(3) },
});
const sent: StateChange = { address: SENDER, nonce: { before: 4, after: 5 }, storage: [] };
const used = (before: number, after: number): StateChange => ({
  ...{ address: SIGNER, nonce: { before, after }, storage: [] },
});
/** The last known nonce of the signer before the blocks. */
const lastIs = (nonce: number | undefined): LastState => ({
  accounts: async (addresses) =>
    addresses.map((one) => (nonce !== undefined && one.equals(SIGNER) ? { nonce } : {})),
  slots: async (asked) => asked.map(() => undefined),
});

interface Sent {
  readonly list: readonly Authorization[];
  readonly changes?: readonly StateChange[];
}

/** A block of transactions that hold these authorizations. */
function block(number: number, transactions: readonly Sent[]): VerifiedBlock {
  return {
    header: { number, timestamp: 1_800_000_000, extraData: Buffer.alloc(0), difficulty: 0n },
    transactions: transactions.map(({ list }) => ({ from: SENDER, authorizationList: list })),
    stateChanges: transactions.map(({ changes = [] }) => [sent, ...changes]),
    ommers: [],
    withdrawals: [],
    receipts: transactions.map(() => ({})),
  } as unknown as VerifiedBlock;
}

/** Accounts whose nonce is said to stay. */
const hiddenIn = async (blocks: readonly VerifiedBlock[], nonce?: number): Promise<string[]> =>
  (await contradictionsOf(blocks, lastIs(nonce), forkSchedule())).flatMap(({ refusal }) =>
    refusal.details.stated === 'unchanged' ? [String(refusal.details.account)] : [],
  );

describe('an authorization of which a block shows no effect', () => {
  it('contradicts the nonce that earlier blocks left, stored or not', async () => {
    const hidden = [block(10, [{ list: [signed(7n)] }])];
    expect(await hiddenIn(hidden, 7)).toEqual([`0x${SIGNER.toString('hex')}`]);
    expect(
      await hiddenIn([block(9, [{ list: [signed(6n)], changes: [used(6, 7)] }]), ...hidden]),
    ).toHaveLength(1);
    expect(await hiddenIn([block(10, [{ list: [signed(7n, 0n)] }])], 7)).toHaveLength(1);
  });

  it.each([
    ['of a nonce that is not known', [signed(7n)], undefined],
    ['by another nonce', [signed(8n), signed(6n)], 7],
    ['for another chain', [signed(7n, 10n)], 7],
    ['of the sender, whose nonce was just used', [signed(4n, 1n, SENDER)], 7],
  ])('has none: %s', async (_, list, nonce) => {
    expect(await hiddenIn([block(10, [{ list }])], nonce)).toEqual([]);
  });

  it('is refused, or shows that a stored block is false, depending on proofs', async () => {
    const blocks = [block(10, [{ list: [signed(7n)] }])];
    const found = await contradictionsOf(blocks, lastIs(7), forkSchedule());
    const settled = (nonce?: number) =>
      settleContradictions(found, blocks, async (places) =>
        places.map(() => (nonce === undefined ? undefined : { output: Buffer.of(nonce) })),
      );
    for (const proven of [undefined, 7])
      await expect(settled(proven)).rejects.toMatchObject({ name: 'BlockRefused', blockNumber: 10 });
    expect(await settled(9)).toMatchObject([{ what: 'nonce', block: 9, proven: { output: Buffer.of(9) } }]);
  });
});
