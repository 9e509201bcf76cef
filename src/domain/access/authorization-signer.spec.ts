import { beforeAll, describe, expect, it } from '@jest/globals';
import { authorizationTypes } from '@x402/evm';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Address } from '../chain/hex.js';
import { authorizationSigner } from './authorization-signer.js';
import { signedAuthorization } from './signed-authorization.js';

const account = privateKeyToAccount(`0x${'7a'.repeat(32)}`);
const payer = account.address.toLowerCase() as Address;
const token: Address = `0x${'aa'.repeat(20)}`;
const domain = { name: 'Döllar', version: '2', chainId: 8_453n, token };
const authorization = {
  ...{ from: payer, to: `0x${'bb'.repeat(20)}`, value: '1000', validAfter: '0' },
  ...{ validBefore: String(2n ** 48n), nonce: `0x${'cd'.repeat(32)}` },
};
const read = (signature: Hex, change: object = {}) =>
  signedAuthorization.parse({ authorization: { ...authorization, ...change }, signature });

describe('the signer of an authorization', () => {
  let signature: Hex;
  beforeAll(async () => {
    signature = await account.signTypedData({
      domain: { name: domain.name, version: domain.version, chainId: 8_453, verifyingContract: token },
      types: authorizationTypes,
      primaryType: 'TransferWithAuthorization',
      message: read('0x00').authorization as never,
    });
  });
  const withV = (v: string) => `${signature.slice(0, -2)}${v}` as Hex;

  it('is the account that signed it, in both forms of the parity', () => {
    expect(authorizationSigner(read(signature), domain)).toBe(payer);
    const parity = signature.endsWith('1b') ? '00' : '01';
    expect(authorizationSigner(read(withV(parity)), domain)).toBe(payer);
  });

  it.each([
    { to: token },
    { from: token },
    { value: '1001' },
    { validAfter: '1' },
    { validBefore: '9' },
    { nonce: `0x${'ce'.repeat(32)}` },
  ])('is another account if %j was changed after signing', (change) => {
    expect(authorizationSigner(read(signature, change), domain)).not.toBe(payer);
  });

  it.each([{ name: 'Dollar' }, { version: '1' }, { chainId: 1n }, { token: payer }])(
    'is another account under the domain of a token with %j',
    (change) => {
      expect(authorizationSigner(read(signature), { ...domain, ...change })).not.toBe(payer);
    },
  );

  it('is undefined for bytes that no key signed', () => {
    const nothing = [
      '0x00',
      `${signature}00`,
      withV('1f'),
      withV('02'),
      `0x${'00'.repeat(65)}`,
      `0x${'ff'.repeat(64)}1b`,
    ];
    for (const other of nothing) expect(authorizationSigner(read(other as Hex), domain)).toBeUndefined();
  });
});
