import { describe, expect, it } from '@jest/globals';
import { MAINNET_SPEC } from '../../../test/beacon/mainnet-spec.js';
import { activationExitChurn, chainSpec } from './chain-spec.js';

describe('the churn of balance', () => {
  const churn = (ether: number): bigint =>
    activationExitChurn(chainSpec(MAINNET_SPEC), BigInt(ether) * 10n ** 9n) / 10n ** 9n;

  it('is at least 128 ether, at most 256, and whole increments between', () => {
    expect(churn(1_000_000)).toBe(128n);
    expect(churn(128 * 65_536)).toBe(128n);
    expect(churn(200 * 65_536 + 65_535)).toBe(200n);
    expect(churn(34_076_310)).toBe(256n);
  });
});

describe('the spec of a chain', () => {
  it.each([
    ['of another chain', { DEPOSIT_CHAIN_ID: '17000' }, 'chain 17000'],
    ['with other epochs', { SLOTS_PER_EPOCH: '8' }, '384 s'],
    ['without Electra', { ELECTRA_FORK_EPOCH: undefined }, 'ELECTRA_FORK_EPOCH is missing'],
    ['with a number that is none', { MAX_SEED_LOOKAHEAD: '0x4' }, 'MAX_SEED_LOOKAHEAD is "0x4"'],
  ])('%s is refused', (_, changes, problem) => {
    expect(() => chainSpec({ ...MAINNET_SPEC, ...changes })).toThrow(problem);
  });
});
