import { describe, expect, it } from '@jest/globals';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { type Hex, pad, serializeErc6492Signature, toHex } from 'viem';
import { until } from '../e2e/fixture/command.js';
import { RpcFailure, startAlteredNode } from '../fixture/altered-node.js';
import { usePayments } from '../fixture/payments.js';
import { signedPayment } from '../fixture/signed-payment.js';

const payments = usePayments();

interface Refused {
  readonly what: string;
  readonly reason: string;
  payment(): Promise<PaymentPayload>;
  /** Requirements of the resource server; the usual ones by default. */
  demanded?(): PaymentRequirements;
}

const usual = () => payments.pay(payments.requirements());
const demanding = (change: Partial<PaymentRequirements>) => () => payments.requirements(change);
let nonces = 0n;
const freshNonce = (): Hex => toHex(++nonces, { size: 32 });
const signed = (terms: Parameters<typeof signedPayment>[2], change: Partial<PaymentRequirements> = {}) =>
  signedPayment(payments.requirements(change), payments.demo.payer.privateKey, terms);
const withPayload = async (change: (payload: Readonly<Record<string, unknown>>) => object) => {
  const payment = await usual();
  return { ...payment, payload: change(payment.payload) as Record<string, unknown> };
};
const withSignature = (change: (signature: Hex) => string) =>
  withPayload((payload) => ({ ...payload, signature: change(payload.signature as Hex) }));

/** The other signature from which the same key is recovered. */
function mirrored(signature: Hex): Hex {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const s = order - BigInt(`0x${signature.slice(66, 130)}`);
  return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${signature.endsWith('1b') ? '1c' : '1b'}` as Hex;
}

const REFUSED: readonly Refused[] = [
  {
    what: 'less than is asked for',
    reason: 'invalid_exact_evm_payload_authorization_value_mismatch',
    payment: usual,
    demanded: demanding({ amount: '1001' }),
  },
  {
    what: 'more than is asked for',
    reason: 'invalid_exact_evm_payload_authorization_value_mismatch',
    payment: usual,
    demanded: demanding({ amount: '999' }),
  },
  {
    what: 'to somebody else',
    reason: 'invalid_exact_evm_recipient_mismatch',
    payment: usual,
    demanded: demanding({ payTo: `0x${'11'.repeat(20)}` }),
  },
  {
    what: 'expired',
    reason: 'invalid_exact_evm_payload_authorization_valid_before',
    payment: () => signed({ nonce: freshNonce(), validBefore: BigInt(Math.floor(Date.now() / 1_000) - 1) }),
  },
  {
    what: 'that ends before a block is sure to have it',
    reason: 'invalid_exact_evm_payload_authorization_valid_before',
    payment: () => signed({ nonce: freshNonce(), validBefore: BigInt(Math.floor(Date.now() / 1_000) + 40) }),
  },
  {
    what: 'not yet valid',
    reason: 'invalid_exact_evm_payload_authorization_valid_after',
    payment: () => signed({ nonce: freshNonce(), validAfter: BigInt(Math.floor(Date.now() / 1_000) + 60) }),
  },
  {
    what: 'with a changed signature',
    reason: 'invalid_exact_evm_signature',
    payment: () =>
      withSignature((text) => `${text.slice(0, 40)}${text[40] === '0' ? '1' : '0'}${text.slice(41)}`),
  },
  {
    what: 'with the mirrored signature',
    reason: 'invalid_exact_evm_transaction_simulation_failed',
    payment: () => withSignature(mirrored),
  },
  {
    what: 'by a wallet that a factory would have to deploy',
    reason: 'eip6492_factory_not_allowed',
    payment: () =>
      withSignature((signature) =>
        serializeErc6492Signature({ address: `0x${'11'.repeat(20)}`, data: '0x1234', signature }),
      ),
  },
  {
    what: 'by a wallet whose wrapped signature fits no call',
    reason: 'invalid_payload',
    payment: () =>
      withSignature((text) => {
        const signature = `${text.slice(0, -2)}1f` as Hex;
        return serializeErc6492Signature({ address: `0x${'11'.repeat(20)}`, data: '0x1234', signature });
      }),
  },
  {
    what: 'with a signature that only says so',
    reason: 'invalid_payload',
    payment: () => withSignature((signature) => `${signature}${'64926492'.repeat(8)}`),
  },
  {
    what: 'with changed terms',
    reason: 'invalid_exact_evm_signature',
    payment: () =>
      withPayload(({ authorization, ...rest }) => ({
        ...rest,
        authorization: { ...(authorization as object), validBefore: '281474976710655' },
      })),
  },
  {
    what: 'by somebody who has not that much',
    reason: 'invalid_exact_evm_insufficient_balance',
    payment: () => payments.pay(payments.requirements(), pad('0x1234')),
  },
  {
    what: 'signed for another name of the token',
    reason: 'invalid_exact_evm_transaction_simulation_failed',
    payment: () => signed({ nonce: freshNonce() }, { extra: { name: 'Dollar', version: '1' } }),
    demanded: demanding({ extra: { name: 'Dollar', version: '1' } }),
  },
  {
    what: 'without the name of the token',
    reason: 'invalid_exact_evm_missing_eip712_domain',
    payment: usual,
    demanded: demanding({ extra: {} }),
  },
  {
    what: 'in another token',
    reason: 'unsupported_asset',
    payment: usual,
    demanded: () => payments.requirements({ asset: payments.chain.manifest.address('weth') }),
  },
  {
    what: 'on another chain',
    reason: 'invalid_network',
    payment: usual,
    demanded: demanding({ network: 'eip155:8453' }),
  },
  {
    what: 'accepted on another chain',
    reason: 'invalid_network',
    payment: async () => ({
      ...(await usual()),
      accepted: payments.requirements({ network: 'eip155:8453' }),
    }),
  },
  {
    what: 'by another scheme',
    reason: 'unsupported_scheme',
    payment: usual,
    demanded: demanding({ scheme: 'upto' }),
  },
  { what: 'of nothing', reason: 'invalid_payload', payment: usual, demanded: demanding({ amount: '0' }) },
  {
    what: 'of an amount that is no whole number',
    reason: 'invalid_payload',
    payment: usual,
    demanded: demanding({ amount: '1e3' }),
  },
  {
    what: 'of an amount written otherwise',
    reason: 'invalid_payload',
    payment: () =>
      withPayload(({ authorization, ...rest }) => ({
        ...rest,
        authorization: { ...(authorization as object), value: '0x3e8' },
      })),
  },
  {
    what: 'of two kinds',
    reason: 'invalid_payload',
    payment: () => withPayload((payload) => ({ ...payload, permit2Authorization: {} })),
  },
];

describe('the facilitator with invalid payments', () => {
  it.each(REFUSED)('refuses one $what, and sends nothing', async ({ reason, payment, demanded }) => {
    const { client } = await payments.facilitator();
    const before = [await payments.sent(), await payments.balanceOf(payments.demo.payer.address)];
    const [wrong, requirements] = [await payment(), demanded?.() ?? payments.requirements()];
    expect(await client.verify(wrong, requirements)).toMatchObject({ isValid: false, invalidReason: reason });
    expect(await client.settle(wrong, requirements)).toMatchObject({
      ...{ success: false, errorReason: reason, transaction: '' },
    });
    expect([await payments.sent(), await payments.balanceOf(payments.demo.payer.address)]).toEqual(before);
  });

  it('refuses a used nonce with another recipient or amount, with and without a record of the payment', async () => {
    const [first, later] = [await payments.facilitator(), await payments.facilitator()];
    const nonce = freshNonce();
    const right = await signed({ nonce });
    const settled = await first.client.settle(right, payments.requirements());
    expect(settled).toMatchObject({ success: true });
    const sent = await payments.sent();
    for (const change of [{ amount: '999' }, { payTo: `0x${'11'.repeat(20)}` }]) {
      const requirements = payments.requirements(change);
      const other = await signedPayment(requirements, payments.demo.payer.privateKey, { nonce });
      for (const { client } of [first, later])
        expect(await client.settle(other, requirements)).toMatchObject({
          ...{ success: false, errorReason: 'invalid_exact_evm_nonce_already_used', transaction: '' },
        });
    }
    // The settled payment is refused too if something else is required.
    for (const { client } of [first, later]) {
      expect(await client.settle(right, payments.requirements({ amount: '1001' }))).toMatchObject({
        ...{ success: false, errorReason: 'invalid_exact_evm_payload_authorization_value_mismatch' },
      });
      expect(
        await client.settle(right, payments.requirements({ payTo: `0x${'11'.repeat(20)}` })),
      ).toMatchObject({ success: false, errorReason: 'invalid_exact_evm_recipient_mismatch' });
    }
    // The outcome is not revealed to a caller without the signature.
    const stolen = { ...right, payload: { ...right.payload, signature: `0x${'11'.repeat(65)}` } };
    expect(await later.client.settle(stolen, payments.requirements())).toMatchObject({
      ...{ success: false, errorReason: 'invalid_exact_evm_signature' },
    });
    expect(await payments.sent()).toBe(sent);
  });

  it('repeats the outcome of a settled payment, also shortly before it expires', async () => {
    const [first, later] = [await payments.facilitator(), await payments.facilitator()];
    const LEFT = 62;
    const ends = Math.floor(Date.now() / 1_000) + LEFT;
    const payment = await signed({ nonce: freshNonce(), validBefore: BigInt(ends) });
    const { success, transaction } = await first.client.settle(payment, payments.requirements());
    expect(success).toBe(true);
    await until(async () => Date.now() / 1_000 > ends - 60, 'less than a minute to be left');
    for (const { client } of [first, later])
      expect(await client.settle(payment, payments.requirements())).toMatchObject({
        ...{ success: true, transaction },
      });
  });

  it('says that a payment can never be settled if it expired unused before a final block, and only then', async () => {
    const now = BigInt(Math.floor(Date.now() / 1_000));
    const [ended, used] = [{ nonce: freshNonce(), validBefore: now - 600n }, { nonce: freshNonce() }];
    const final = { timestamp: toHex(now - 600n), number: 'latest' };
    let answer: unknown;
    const node = await startAlteredNode(
      () => payments.chain.url,
      (method, [block]) => {
        // The node no longer knows the transaction of an authorization; the state remains.
        if (method === 'eth_getLogs') return [];
        return method === 'eth_getBlockByNumber' && block === 'finalized' ? answer : undefined;
      },
    );
    const { client } = await payments.facilitator({ rpcUrl: node.url });
    const reasonOf = async (terms: typeof ended | typeof used) =>
      (await client.settle(await signed(terms), payments.requirements())).errorReason;
    const open = 'invalid_exact_evm_payload_authorization_valid_before';
    const { success } = await client.settle(await signed(used), payments.requirements());
    expect(success).toBe(true);
    for (answer of [null, new RpcFailure(-32_000, 'none'), { ...final, timestamp: toHex(now - 601n) }])
      expect(await reasonOf(ended)).toBe(open);
    answer = final;
    expect(await reasonOf(ended)).toBe('authorization_expired_unused');
    expect(await reasonOf({ ...ended, ...used })).toBe(open);
    // By a clock behind the chain it has not expired.
    answer = { ...final, timestamp: toHex(now + 86_400n) };
    const poor = await payments.pay(payments.requirements(), pad('0x1234'));
    expect((await client.settle(poor, payments.requirements())).errorReason).toBe(
      'authorization_expired_unused',
    );
    await node.stop();
  });

  it('answers 400 to an invalid request, and 413 to one that is too large', async () => {
    const { url } = await payments.facilitator();
    const post = async (path: string, body: string) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body });
      return { status: answer.status, body: await answer.json() };
    };
    for (const body of ['{', 'null', '[]', '{}', '{"paymentPayload":{"x402Version":1}}'])
      for (const path of ['/verify', '/settle']) expect((await post(path, body)).status).toBe(400);
    expect(await post('/settle', '{}')).toEqual({
      status: 400,
      body: { success: false, errorReason: 'invalid_payload', transaction: '', network: '' },
    });
    expect((await post('/settle', `"${'x'.repeat(70_000)}"`)).status).toBe(413);
  });

  it('settles nothing for a page in a browser, whose host name may point here', async () => {
    const { url } = await payments.facilitator();
    const [payment, requirements] = [await usual(), payments.requirements()];
    const body = JSON.stringify({
      ...{ x402Version: 2, paymentPayload: payment, paymentRequirements: requirements },
    });
    const settle = async (headers: object) => {
      const sent = { 'content-type': 'application/json', ...headers };
      const answer = await fetch(`${url}/settle`, { method: 'POST', headers: sent, body });
      return [answer.status, ((await answer.json()) as { success?: boolean }).success];
    };
    for (const origin of ['http://evil.example:8402', 'null', url])
      expect(await settle({ origin })).toEqual([403, undefined]);
    expect(await settle({})).toEqual([200, true]);
  });

  it('refuses to start with a token without authorizations', async () => {
    await expect(payments.facilitator({ tokens: [payments.chain.manifest.address('weth')] })).rejects.toThrow(
      'does not know EIP-3009',
    );
  });
});
