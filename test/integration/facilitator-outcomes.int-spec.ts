import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { PaymentPayload } from '@x402/core/types';
import { eip3009ABI } from '@x402/evm';
import { encodeFunctionData, type Hex, pad, parseGwei } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { REASON } from '../../src/facilitator/payment/reason.js';
import { until } from '../e2e/fixture/command.js';
import { type AlteredNode, startAlteredNode } from '../fixture/altered-node.js';
import { usePayments } from '../fixture/payments.js';

const payments = usePayments();
const SEND = 'eth_sendRawTransaction';
const RECEIPT = 'eth_getTransactionReceipt';
const POOR_KEY = pad('0x9abc');
/** Less patience than a block takes, and than the two seconds after which a payment without a receipt is given up. */
const IMPATIENT = { patienceMs: 400 };
/** Enough patience for several payments of one payer, also on a busy machine. */
const PATIENT = { patienceMs: 6_000 };
const HOUR_MS = 3_600_000;

const nodes: AlteredNode[] = [];
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.stop();
});
async function node(
  ...faults: Parameters<typeof startAlteredNode> extends [unknown, ...infer T] ? T : never
) {
  const started = await startAlteredNode(() => payments.chain.url, ...faults);
  nodes.push(started);
  return started.url;
}

async function newPayment() {
  const requirements = payments.requirements();
  const payment = await payments.pay(requirements);
  const [sent, held] = [await payments.sent(), await payments.balanceOf(payments.demo.payTo)];
  return {
    ...{ requirements, payment },
    /** Transactions of the settling account and units paid, since this was created. */
    since: async () => [
      (await payments.sent()) - sent,
      Number((await payments.balanceOf(payments.demo.payTo)) - held),
    ],
  };
}

/** The holder of the authorization uses it in its own transaction. */
async function useElsewhere({ payload }: PaymentPayload): Promise<Hex> {
  const { authorization, signature } = payload as {
    authorization: { from: Hex; to: Hex; value: string; validAfter: string; validBefore: string; nonce: Hex };
    signature: Hex;
  };
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  const account = privateKeyToAccount(payments.demo.payer.privateKey);
  const raw = await account.signTransaction({
    ...{ type: 'eip1559', chainId: 1, to: payments.demo.token.address, gas: 300_000n },
    nonce: Number(await payments.rpc.call('eth_getTransactionCount', account.address, 'latest')),
    ...{ maxFeePerGas: parseGwei('3'), maxPriorityFeePerGas: parseGwei('1') },
    data: encodeFunctionData({
      abi: eip3009ABI,
      functionName: 'transferWithAuthorization',
      args: [from, to, BigInt(value), BigInt(validAfter), BigInt(validBefore), nonce, signature],
    }),
  });
  const hash = await payments.rpc.call<Hex>(SEND, raw);
  await until(async () => (await payments.rpc.call(RECEIPT, hash)) !== null, 'the block of a stranger');
  return hash;
}

/** Retries, since the node may fail while a facilitator starts. */
async function startedAmongFailures(directory: string, rpcUrl: string) {
  for (;;) {
    const started = await payments.facilitator({ directory, rpcUrl, ...IMPATIENT }).catch(() => undefined);
    if (started) return started;
  }
}

describe('a settlement whose outcome is uncertain', () => {
  it('is completed if the answer to the sent transaction is lost', async () => {
    const { requirements, payment, since } = await newPayment();
    const rpcUrl = await node((method) => {
      if (method === SEND) throw new Error('lost');
    });
    const { client } = await payments.facilitator({ rpcUrl });
    expect(await client.settle(payment, requirements)).toMatchObject({ success: true });
    expect(await since()).toEqual([1, 1_000]);
  });

  it('is pending while there is no block, and is then settled by the same transaction', async () => {
    const { requirements, payment, since } = await newPayment();
    let seen = false;
    const rpcUrl = await node((method) => (method === RECEIPT && !seen ? null : undefined));
    const { client } = await payments.facilitator({ rpcUrl, ...IMPATIENT });
    const pending = await Promise.all([1, 2, 3].map(() => client.settle(payment, requirements)));
    for (const answer of pending)
      expect(answer).toMatchObject({
        ...{ success: false, errorReason: 'settlement_pending', transaction: pending[0]!.transaction },
      });
    await until(async () => (await since())[0] === 1, 'its block');
    expect(await since()).toEqual([1, 1_000]);
    seen = true;
    await until(async () => (await client.settle(payment, requirements)).success, 'it to be settled');
    expect(await client.settle(payment, requirements)).toMatchObject({
      ...{ success: true, transaction: pending[0]!.transaction },
    });
    expect(await since()).toEqual([1, 1_000]);
  });

  it('is not pending for longer if the clock is set back meanwhile', async () => {
    const { requirements, payment } = await newPayment();
    const { now } = Date;
    const deaf = (method: string): boolean => {
      if (method === SEND) Date.now = () => now() - HOUR_MS;
      return method === SEND;
    };
    const rpcUrl = await node(() => undefined, deaf);
    const { client, stop } = await payments.facilitator({ rpcUrl, ...IMPATIENT });
    const answer = client.settle(payment, requirements).finally(() => {
      Date.now = now;
    });
    const answered = await Promise.race([answer, setTimeout(5_000, 'none', { ref: false })]);
    await stop();
    await answer;
    expect(answered).toMatchObject({ errorReason: 'settlement_pending' });
  });

  it('sends the same transaction again after a restart, in case no node received it', async () => {
    const { requirements, payment, since } = await newPayment();
    const directory = await payments.directory();
    const deaf = await node(
      () => undefined,
      (method) => method === SEND,
    );
    const first = await payments.facilitator({ directory, rpcUrl: deaf, ...IMPATIENT });
    const pending = await first.client.settle(payment, requirements);
    expect(pending).toMatchObject({ success: false, errorReason: 'settlement_pending' });
    expect(await since()).toEqual([0, 0]);
    await first.stop();
    const again = await payments.facilitator({ directory });
    expect(await again.client.settle(payment, requirements)).toMatchObject({
      ...{ success: true, transaction: pending.transaction },
    });
    expect(await since()).toEqual([1, 1_000]);
  });

  it('counts as settled if someone else used the authorization, before or while it was sent', async () => {
    const { requirements, payment, since } = await newPayment();
    const transaction = await useElsewhere(payment);
    const { client } = await payments.facilitator();
    expect(await client.settle(payment, requirements)).toMatchObject({ success: true, transaction });
    expect(await since()).toEqual([0, 1_000]);

    const directory = await payments.directory();
    const deaf = await node(
      () => undefined,
      (method) => method === SEND,
    );
    const overtaken = await payments.pay(requirements);
    const slow = await payments.facilitator({ directory, rpcUrl: deaf, ...IMPATIENT });
    expect(await slow.client.settle(overtaken, requirements)).toMatchObject({
      ...{ errorReason: 'settlement_pending' },
    });
    await slow.stop();
    const other = await useElsewhere(overtaken);
    const again = await payments.facilitator({ directory });
    expect(await again.client.settle(overtaken, requirements)).toMatchObject({
      ...{ success: true, transaction: other },
    });
    // One transaction of ours was mined too, and moved nothing.
    expect(await since()).toEqual([1, 2_000]);
  });

  it('sends further payments that the balance covers besides pending ones', async () => {
    const { requirements, payment, since } = await newPayment();
    const rpcUrl = await node((method) => (method === RECEIPT ? null : undefined));
    const { client } = await payments.facilitator({ rpcUrl, ...PATIENT });
    const all = [payment, await payments.pay(requirements), await payments.pay(requirements)];
    const answers = await Promise.all(all.map((one) => client.settle(one, requirements)));
    for (const answer of answers) expect(answer).toMatchObject({ errorReason: 'settlement_pending' });
    expect(new Set(answers.map(({ transaction }) => transaction)).size).toBe(3);
    // Without a wait for their blocks.
    await until(async () => (await since())[0] === 3, 'the blocks of all three');
    expect(await since()).toEqual([3, 3_000]);
  });

  it('reports a payment as not sent if it waited for earlier ones that leave too little', async () => {
    const poor = privateKeyToAccount(POOR_KEY);
    const gift = payments.requirements({ payTo: poor.address, amount: '2000' });
    const giver = await payments.facilitator();
    expect(await giver.client.settle(await payments.pay(gift), gift)).toMatchObject({ success: true });
    await giver.stop();
    const { requirements, since } = await newPayment();
    const payment = await payments.pay(requirements, POOR_KEY);
    let seen = false;
    let strangers: Hex | undefined;
    const before: Hex = `0x${(await payments.sent()).toString(16)}`;
    // It hides the transaction count too: a counted transaction without a receipt is given up after two seconds.
    const rpcUrl = await node((method, [hash]) => {
      if (seen) return undefined;
      if (method === 'eth_getTransactionCount') return before;
      return method === RECEIPT && hash !== strangers ? null : undefined;
    });
    const { client } = await payments.facilitator({ rpcUrl, ...IMPATIENT });
    expect(await client.settle(payment, requirements)).toMatchObject({ errorReason: 'settlement_pending' });
    // Before this block the payer has enough for another payment.
    await until(async () => (await since())[0] === 1, 'the block of the first');
    const others = await Promise.all([1, 2, 3].map(() => payments.pay(requirements, POOR_KEY)));
    for (const answer of await Promise.allSettled(others.map((one) => client.settle(one, requirements))))
      expect(answer).toMatchObject({
        reason: {
          statusCode: 503,
          errorReason: 'another_payment_of_the_payer_is_on_its_way',
          transaction: '',
        },
      });
    // An outcome that waiting would not change is reported at once.
    const done = await payments.pay(requirements, POOR_KEY);
    strangers = await useElsewhere(done);
    expect(await client.settle(done, requirements)).toMatchObject({ success: true, transaction: strangers });
    expect(await since()).toEqual([1, 2_000]);

    seen = true;
    await until(async () => (await client.settle(payment, requirements)).success, 'it to be settled');
    expect(await client.settle(others[0]!, requirements)).toMatchObject({ errorReason: REASON.balance });
    expect(await since()).toEqual([1, 2_000]);
  });

  it('neither waits for the node when it is told to stop, nor decides while no node answers', async () => {
    const { requirements, payment, since } = await newPayment();
    let silent = true;
    const rpcUrl = await node(
      () => undefined,
      (method) => silent && method === 'eth_call',
    );
    silent = false;
    const facilitator = await payments.facilitator({ rpcUrl });
    silent = true;
    await expect(facilitator.client.settle(payment, requirements)).rejects.toMatchObject({
      ...{ statusCode: 503, errorReason: 'node_unavailable' },
    });
    await expect(facilitator.client.verify(payment, requirements)).rejects.toMatchObject({
      ...{ statusCode: 503, invalidReason: 'node_unavailable' },
    });
    expect(await since()).toEqual([0, 0]);

    silent = false;
    const blind = await node((method) => (method === RECEIPT ? null : undefined));
    const waiting = await payments.facilitator({ rpcUrl: blind });
    const answer = waiting.client.settle(payment, requirements);
    await until(async () => (await since())[0] === 1, 'the transaction to be mined');
    await waiting.stop();
    expect(await answer).toMatchObject({ success: false, errorReason: 'settlement_pending' });
  });

  it('stops although callers hold idle connections', async () => {
    const { url, stop } = await payments.facilitator(IMPATIENT);
    const { hostname, port } = new URL(url);
    const sockets = ['', 'POST /settle HTTP/1.1\r\nhost: a\r\n'].map((text) => {
      const socket = connect(Number(port), hostname);
      socket.write(text);
      return socket;
    });
    const cut = sockets.map(
      (socket) => new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve)),
    );
    await Promise.all(sockets.map((socket) => socket.connecting && once(socket, 'connect')));
    await stop();
    await Promise.all(cut);
  });

  it('ends with every payment made once, however the node fails and the facilitator restarts', async () => {
    let state = 402;
    const chance = () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return state / 2 ** 31;
    };
    const requirements = payments.requirements({ amount: '7' });
    const open = new Set(await Promise.all(Array.from({ length: 8 }, () => payments.pay(requirements))));
    const count = open.size;
    const [sent, held] = [await payments.sent(), await payments.balanceOf(payments.demo.payTo)];
    let failing = true;
    const rpcUrl = await node(
      (method) => {
        if (failing && method === SEND && chance() < 0.4) throw new Error('lost');
        return failing && method === RECEIPT && chance() < 0.5 ? null : undefined;
      },
      () => failing && chance() < 0.1,
    );
    const directory = await payments.directory();
    const transactions = new Map<PaymentPayload, string>();
    for (let round = 0; open.size > 0; round++) {
      failing = round < 4;
      const started = await startedAmongFailures(directory, rpcUrl);
      await Promise.all(
        [...open].flatMap((payment) =>
          [1, 2].map(async () => {
            const answer = await started.client.settle(payment, requirements).catch(() => undefined);
            if (!answer?.success) return;
            expect(transactions.get(payment) ?? answer.transaction).toBe(answer.transaction);
            transactions.set(payment, answer.transaction);
            open.delete(payment);
          }),
        ),
      );
      await started.stop();
      expect(round).toBeLessThan(40);
    }
    expect(new Set(transactions.values()).size).toBe(count);
    expect(await payments.sent()).toBe(sent + count);
    expect(await payments.balanceOf(payments.demo.payTo)).toBe(held + 7n * BigInt(count));
  });

  it('never logs a signature or the key', async () => {
    const { requirements, payment } = await newPayment();
    const { client } = await payments.facilitator();
    await client.settle(payment, requirements);
    const log = payments.log.join('').toLowerCase();
    expect(log).toContain('settled');
    const { signature } = payment.payload as { signature: Hex };
    const secrets = [signature, payments.demo.settlerKey];
    for (const secret of secrets) {
      expect(log).not.toContain(secret.slice(2, 66));
      expect(log).not.toContain(secret.slice(-60));
    }
    expect(log).not.toMatch(/[0-9a-f]{65,}/);
  });
});
