import { describe, expect, it } from '@jest/globals';
import { BeaconState, type Deposit } from './beacon-state.js';
import { CHURN_GWEI, SHARD_COMMITTEE_PERIOD } from './demo-spec.js';

const ETHER = 1e9;
const OWNER = `0x${'0a'.repeat(20)}`;
const keyOf = (name: string): string => `0x${Buffer.from(name).toString('hex').padEnd(96, '0')}`;

const depositOf = (name: string, ether: number, prefix = '0x01'): Deposit => ({
  pubkey: keyOf(name),
  credentials: `${prefix}${'00'.repeat(11)}${OWNER.slice(2)}`,
  amount: ether * ETHER,
  signature: '0x',
});

/** A state with two validators: a plain one, and a compounding one with more than the minimum. */
function stateOf(): BeaconState {
  const state = new BeaconState();
  state.found(depositOf('plain', 32));
  state.found(depositOf('compounding', 100, '0x02'));
  return state;
}

function advance(state: BeaconState, epochs: number): void {
  for (let count = 0; count < epochs; count++) state.advance();
}

const find = (state: BeaconState, name: string) =>
  state.validators.find(({ pubkey }) => pubkey === keyOf(name));

describe('deposits', () => {
  it('wait for finality and then for the churn, in order', () => {
    const state = stateOf();
    for (const name of ['first', 'second', 'third']) state.deposit(depositOf(name, 32));
    advance(state, 1);
    const lengths: number[] = [];
    for (let epoch = 0; epoch < 5; epoch++) {
      lengths.push(state.pendingDeposits.length);
      state.advance();
    }
    expect(CHURN_GWEI).toBe(32 * ETHER);
    expect(lengths.at(-1)).toBeLessThan(lengths[0]!);
    expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
    expect(state.validators.slice(2).map(({ pubkey }) => pubkey)).toEqual(
      ['first', 'second', 'third'].map(keyOf),
    );
  });

  it('save up churn for a deposit that is larger than the churn of an epoch', () => {
    const state = stateOf();
    state.deposit(depositOf('large', 96, '0x02'));
    advance(state, 2);
    expect(find(state, 'large')).toBeUndefined();
    state.advance();
    expect(find(state, 'large')?.effectiveBalance).toBe(96 * ETHER);
  });

  it('make a validator that is activated once its eligibility is final', () => {
    const state = stateOf();
    state.deposit(depositOf('new', 32));
    while (find(state, 'new') === undefined) state.advance();
    const born = state.epoch;
    advance(state, 10);
    const { eligibilityEpoch, activationEpoch } = find(state, 'new')!;
    expect(eligibilityEpoch).toBe(born + 1);
    expect(activationEpoch).toBe(eligibilityEpoch + 2 + 5);
  });

  it('top up an existing validator, of whose balance no more than the maximum counts', () => {
    const state = stateOf();
    state.deposit(depositOf('plain', 1));
    state.deposit(depositOf('compounding', 1));
    advance(state, 5);
    expect(find(state, 'plain')).toMatchObject({ balance: 33 * ETHER, effectiveBalance: 32 * ETHER });
    expect(find(state, 'compounding')).toMatchObject({ effectiveBalance: 101 * ETHER });
    expect(state.validators).toHaveLength(2);
  });

  it('that are too small make a validator that waits for more', () => {
    const state = stateOf();
    state.deposit(depositOf('poor', 1));
    advance(state, 20);
    expect(find(state, 'poor')?.eligibilityEpoch).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('withdrawal requests', () => {
  const aged = (): BeaconState => {
    const state = stateOf();
    advance(state, SHARD_COMMITTEE_PERIOD);
    return state;
  };

  it('let a validator exit after the look-ahead, if its owner asks and it was active long enough', () => {
    const state = stateOf();
    const request = { source: OWNER, pubkey: keyOf('plain'), amount: 0 };
    state.request(request);
    expect(find(state, 'plain')?.exitEpoch).toBe(Number.POSITIVE_INFINITY);
    advance(state, SHARD_COMMITTEE_PERIOD);
    state.request({ ...request, source: `0x${'0b'.repeat(20)}` });
    expect(find(state, 'plain')?.exitEpoch).toBe(Number.POSITIVE_INFINITY);
    state.request(request);
    expect(find(state, 'plain')?.exitEpoch).toBe(SHARD_COMMITTEE_PERIOD + 5);
  });

  it('queue exits by the balance that each takes from the churn', () => {
    const state = aged();
    state.request({ source: OWNER, pubkey: keyOf('compounding'), amount: 0 });
    state.request({ source: OWNER, pubkey: keyOf('plain'), amount: 0 });
    const first = find(state, 'compounding')!.exitEpoch;
    // 100 ether take four epochs of 32, which leaves 28 of the fourth.
    expect(first).toBe(state.epoch + 5 + 3);
    expect(find(state, 'plain')!.exitEpoch).toBe(first + 1);
  });

  it('withdraw, after the delay, a part of what a compounding validator has above the minimum', () => {
    const state = aged();
    state.request({ source: OWNER, pubkey: keyOf('compounding'), amount: 5 * ETHER });
    state.request({ source: OWNER, pubkey: keyOf('plain'), amount: 5 * ETHER });
    state.request({ source: OWNER, pubkey: keyOf('compounding'), amount: 1_000 * ETHER });
    expect(state.pendingPartialWithdrawals.map(({ amount }) => amount / ETHER)).toEqual([5, 63]);
    advance(state, 5 + 256 + 2);
    expect(state.pendingPartialWithdrawals).toEqual([]);
    expect(find(state, 'compounding')).toMatchObject({ balance: 32 * ETHER, effectiveBalance: 32 * ETHER });
  });
});
