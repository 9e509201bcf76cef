import { describe, expect, it } from '@jest/globals';
import { type Hex, pad } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { REASON } from '../../src/facilitator/payment/reason.js';
import { usePayments } from '../fixture/payments.js';

const payments = usePayments();

describe('the facilitator', () => {
  it('states what it supports', async () => {
    const { client, address } = await payments.facilitator();
    expect(await client.getSupported()).toEqual({
      kinds: [{ x402Version: 2, scheme: 'exact', network: 'eip155:1' }],
      extensions: [],
      signers: { 'eip155:*': [address] },
    });
  });

  it('verifies what the official client signed, and transfers the exact amount', async () => {
    const { client } = await payments.facilitator();
    const { payer, payTo } = payments.demo;
    const before = await Promise.all([payer.address, payTo].map(payments.balanceOf));
    const requirements = payments.requirements({ amount: '12345' });
    const payment = await payments.pay(requirements);
    expect(await client.verify(payment, requirements)).toMatchObject({ isValid: true, payer: payer.address });
    expect(await Promise.all([payer.address, payTo].map(payments.balanceOf))).toEqual(before);

    const settled = await client.settle(payment, requirements);
    expect(settled).toMatchObject({ success: true, network: 'eip155:1', payer: payer.address.toLowerCase() });
    expect(await Promise.all([payer.address, payTo].map(payments.balanceOf))).toEqual([
      before[0]! - 12_345n,
      before[1]! + 12_345n,
    ]);
    const receipt = await payments.rpc.call<{ status: Hex; to: string }>(
      'eth_getTransactionReceipt',
      settled.transaction,
    );
    expect(receipt).toMatchObject({ status: '0x1', to: payments.demo.token.address.toLowerCase() });
  });

  it('settles fifty concurrent copies by one transaction, and repeats the same answer, also after a restart', async () => {
    const directory = await payments.directory();
    const first = await payments.facilitator({ directory });
    const [sent, held] = [await payments.sent(), await payments.balanceOf(payments.demo.payTo)];
    const requirements = payments.requirements();
    const payment = await payments.pay(requirements);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => first.client.settle(payment, requirements)),
    );
    const [{ transaction } = { transaction: '' }] = answers;
    expect(answers.map((answer) => [answer.success, answer.transaction])).toEqual(
      answers.map(() => [true, transaction]),
    );
    expect(await first.client.verify(payment, requirements)).toMatchObject({
      isValid: false,
      invalidReason: 'invalid_exact_evm_nonce_already_used',
    });
    await first.stop();
    const again = await payments.facilitator({ directory });
    expect(await again.client.settle(payment, requirements)).toMatchObject({ success: true, transaction });
    const elsewhere = await payments.facilitator();
    expect(await elsewhere.client.settle(payment, requirements)).toMatchObject({
      success: true,
      transaction,
    });
    expect(await payments.sent()).toBe(sent + 1);
    expect(await payments.balanceOf(payments.demo.payTo)).toBe(held + 1_000n);
  });

  it('settles many concurrent payments of one payer, each by its own transaction', async () => {
    const { client } = await payments.facilitator();
    const [sent, held] = [await payments.sent(), await payments.balanceOf(payments.demo.payTo)];
    const requirements = payments.requirements();
    const many = await Promise.all(Array.from({ length: 8 }, () => payments.pay(requirements)));
    const answers = await Promise.all(many.map((payment) => client.settle(payment, requirements)));
    expect(answers.every(({ success }) => success)).toBe(true);
    expect(new Set(answers.map(({ transaction }) => transaction)).size).toBe(8);
    expect(await payments.sent()).toBe(sent + 8);
    expect(await payments.balanceOf(payments.demo.payTo)).toBe(held + 8_000n);
  });

  it('sends one of many concurrent payments if the balance covers only one', async () => {
    const { client } = await payments.facilitator();
    const poor = privateKeyToAccount(pad('0x5678'));
    const gift = payments.requirements({ payTo: poor.address });
    expect(await client.settle(await payments.pay(gift), gift)).toMatchObject({ success: true });
    const [sent, held] = [await payments.sent(), await payments.balanceOf(payments.demo.payTo)];
    const requirements = payments.requirements();
    const many = await Promise.all(
      Array.from({ length: 6 }, () => payments.pay(requirements, pad('0x5678'))),
    );
    const answers = await Promise.all(many.map((payment) => client.settle(payment, requirements)));
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    expect(answers.filter(({ errorReason }) => errorReason === REASON.balance)).toHaveLength(5);
    expect(await payments.sent()).toBe(sent + 1);
    expect(await payments.balanceOf(payments.demo.payTo)).toBe(held + 1_000n);
  });
});
