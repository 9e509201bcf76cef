import { describe, expect, it } from '@jest/globals';
import { type Hex, numberToHex, pad } from 'viem';
import type { Address } from '../../domain/chain/hex.js';
import { type PaymentLog, usedAsSigned } from './authorization-use.js';
import { AUTHORIZATION_USED, TRANSFER } from './eip3009.js';
import type { PaymentTerms } from './payment-terms.js';

const address = (byte: string) => `0x${byte.repeat(20)}` as Address;
const [TOKEN, PAYER, SHOP, THIEF] = ['aa', 'bb', 'cc', 'dd'].map(address) as [
  Address,
  Address,
  Address,
  Address,
];
const nonce = (byte: string): Hex => `0x${byte.repeat(32)}`;
const TERMS: PaymentTerms = {
  ...{ token: TOKEN, from: PAYER, to: SHOP, value: 1_000n, validAfter: 0n, validBefore: 9n },
  ...{ nonce: nonce('01'), signature: '0x' },
};

function logsOf(...made: readonly (readonly [Hex, readonly Hex[], bigint?])[]): PaymentLog[] {
  return made.map(([emitter, topics, value], at) => ({
    ...{ address: emitter, topics, data: value === undefined ? '0x' : numberToHex(value, { size: 32 }) },
    ...{ logIndex: numberToHex(at), transactionHash: nonce('ff') },
  }));
}
const use = (byte: string) => [TOKEN, [AUTHORIZATION_USED, pad(PAYER), nonce(byte)]] as const;
const transfer = (to: Address, value = 1_000n, token: Hex = TOKEN) =>
  [token, [TRANSFER, pad(PAYER), pad(to)], value] as const;

describe('the use of an authorization', () => {
  it('is the transfer that the token logs directly after it, whatever other contracts log in between', () => {
    expect(usedAsSigned(logsOf(use('01'), transfer(SHOP)), TERMS)).toBe(true);
    const between = logsOf(transfer(THIEF), use('01'), transfer(THIEF, 7n, THIEF), transfer(SHOP));
    expect(usedAsSigned(between, TERMS)).toBe(true);
    expect(usedAsSigned([...between].reverse(), TERMS)).toBe(true);
  });

  it('is not another transfer of the same transaction', () => {
    expect(usedAsSigned(logsOf(use('01'), transfer(THIEF), use('02'), transfer(SHOP)), TERMS)).toBe(false);
    expect(usedAsSigned(logsOf(transfer(SHOP), use('01')), TERMS)).toBe(false);
    expect(usedAsSigned(logsOf(use('02'), transfer(SHOP)), TERMS)).toBe(false);
    expect(usedAsSigned(logsOf(use('01'), transfer(SHOP, 999n)), TERMS)).toBe(false);
    expect(usedAsSigned(logsOf(use('01'), transfer(SHOP, 1_000n, THIEF)), TERMS)).toBe(false);
    expect(usedAsSigned([], TERMS)).toBe(false);
  });
});
