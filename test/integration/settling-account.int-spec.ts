import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Address, encodeFunctionData, erc20Abi, type Hex, numberToHex, parseGwei } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { RpcClient } from '../../src/demo/chain/rpc-client.js';
import { type DemoChain, startDemoChain } from '../../src/demo/demo-chain.js';
import { demoPayments } from '../../src/demo/demo-payments.js';
import { PaymentNode } from '../../src/facilitator/payment/payment-node.js';
import { GasTooDear } from '../../src/facilitator/transaction/gas-price.js';
import { PaymentJournal } from '../../src/facilitator/transaction/payment-journal.js';
import { PaymentSender } from '../../src/facilitator/transaction/payment-sender.js';
import { PaymentWatch } from '../../src/facilitator/transaction/payment-watch.js';
import { JsonRpcError, NodeUnreachable } from '../../src/node/rpc/node-errors.js';
import type { ErrorListener } from '../../src/platform/clock/background-worker.js';
import { until } from '../e2e/fixture/command.js';
import { startAlteredNode } from '../fixture/altered-node.js';

/** A chain that never mines by itself. */
let chain: DemoChain;
let rpc: RpcClient;
let directory: string;
let node: PaymentNode;
let journal: PaymentJournal;
let sender: PaymentSender;
let watch: PaymentWatch;

beforeAll(async () => {
  chain = await startDemoChain();
  rpc = new RpcClient(chain.url);
});
afterAll(() => chain.stop());

async function open(
  { url = chain.url, handOverAgainMs = 300 } = {},
  onError: ErrorListener = () => undefined,
): Promise<void> {
  directory = await mkdtemp(join(tmpdir(), 'settling-account-'));
  node = new PaymentNode([url]);
  journal = new PaymentJournal(directory);
  sender = new PaymentSender(node, privateKeyToAccount(demoPayments(chain).settlerKey), 1, journal);
  watch = new PaymentWatch(node, journal, sender, onError, handOverAgainMs);
  watch.start();
}
afterEach(async () => {
  await watch.stop();
  journal.close();
  await node.close();
  await rm(directory, { recursive: true, force: true });
});

const FOREVER = new AbortController().signal;
const call = (authorization: string) => ({
  ...{ authorization, whole: '', value: 1_000n, token: chain.manifest.address('dollar') as Address },
  data: encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [chain.manifest.address('alice'), 1n],
  }),
});
const mine = () => rpc.call('evm_mine');

describe('the settling account', () => {
  it('replaces a transaction that offers too little, at the same nonce, so that later ones do not wait forever', async () => {
    await open();
    const [first, second] = [await sender.send(call('one')), await sender.send(call('two'))];
    expect(second.nonce).toBe(first.nonce + 1);
    await rpc.call('anvil_setNextBlockBaseFeePerGas', numberToHex(parseGwei('20')));
    await mine();
    expect(await rpc.call('eth_getTransactionReceipt', first.attempts[0]!.hash)).toBeNull();
    await until(() => journal.open().every(({ attempts }) => attempts.length > 1), 'both to be replaced');
    await until(async () => {
      await mine();
      return journal.open().length === 0;
    }, 'both to be mined');
    for (const { authorization, attempts } of [first, second]) {
      const mined = await sender.mined(authorization, 1_000, FOREVER);
      expect(mined).toBeDefined();
      expect(mined).not.toBe(attempts[0]!.hash);
      const { nonce } = await rpc.call<{ nonce: Hex }>('eth_getTransactionByHash', mined);
      expect(Number(nonce)).toBe(authorization === 'one' ? first.nonce : second.nonce);
    }
  });

  it('gives up a transaction whose nonce was used by another', async () => {
    await open();
    const sent = await sender.send(call('overtaken'));
    const account = privateKeyToAccount(demoPayments(chain).settlerKey);
    const fees = { maxFeePerGas: parseGwei('200'), maxPriorityFeePerGas: parseGwei('50') };
    const other = await account.signTransaction({
      ...{ type: 'eip1559', chainId: 1, nonce: sent.nonce, to: account.address, gas: 21_000n, ...fees },
    });
    await rpc.call('eth_sendRawTransaction', other);
    await mine();
    await until(() => sender.find('overtaken') === undefined, 'the payment to be forgotten');
    expect((await sender.send(call('overtaken'))).nonce).toBe(sent.nonce + 1);
    await mine();
    expect(await sender.mined('overtaken', 10_000, FOREVER)).toBeDefined();
  });

  it('asks the next node while one does not answer, and sends transactions to all', async () => {
    await open();
    const silent = 'http://127.0.0.1:1';
    const nodes = new PaymentNode([silent, chain.url]);
    const alone = new PaymentNode([silent]);
    try {
      expect(await nodes.chainId()).toBe(1);
      expect(await nodes.ask('eth_chainId')).toBe('0x1');
      await expect(nodes.ask('eth_getBalance', 'nobody', 'latest')).rejects.toThrow(JsonRpcError);
      await expect(alone.ask('eth_chainId')).rejects.toThrow(NodeUnreachable);
      const sent = await sender.send(call('handed over'));
      expect(await nodes.send(sent.attempts[0]!.raw)).toEqual({ kind: 'taken' });
      expect(await alone.send(sent.attempts[0]!.raw)).toEqual({ kind: 'unknown' });
      // A refusal does not decide if the answer of another node is unknown.
      expect(await nodes.send('0x02')).toEqual({ kind: 'unknown' });
      expect(await node.send('0x02')).toMatchObject({ kind: 'refused' });
      await mine();
      expect(await sender.mined('handed over', 10_000, FOREVER)).toBe(sent.attempts[0]!.hash);
      expect(await node.send(sent.attempts[0]!.raw)).toEqual({ kind: 'unknown' });
    } finally {
      await Promise.all([nodes.close(), alone.close()]);
    }
  });

  it('drops a transaction that the nodes refuse, and uses its nonce for the next', async () => {
    await open();
    const account = privateKeyToAccount(demoPayments(chain).settlerKey);
    const balance = await rpc.call('eth_getBalance', account.address, 'latest');
    await rpc.call('anvil_setBalance', account.address, '0x1');
    await expect(sender.send(call('poor'))).rejects.toThrow(/insufficient/i);
    expect(journal.open()).toEqual([]);
    await rpc.call('anvil_setBalance', account.address, balance);
    const next = Number(await rpc.call('eth_getTransactionCount', account.address, 'latest'));
    expect((await sender.send(call('poor'))).nonce).toBe(next);
    await mine();
    expect(await sender.mined('poor', 10_000, FOREVER)).toBeDefined();
  });

  it('offers no more for gas than a payment may cost, whatever the gas price', async () => {
    await open();
    const price = async (gwei: string) => {
      await rpc.call('anvil_setNextBlockBaseFeePerGas', numberToHex(parseGwei(gwei)));
      await mine();
    };
    await price('1');
    const sent = await sender.send(call('cheap'));
    await price('60');
    const most = async () => (journal.open()[0]?.attempts.at(-1)?.maxFeePerGas ?? 0n) === parseGwei('100');
    await until(most, 'the offer to be as high as it may');
    await expect(sender.send(call('dear'))).rejects.toThrow(GasTooDear);
    expect(sender.find('dear')).toBeUndefined();
    expect(journal.open()).toHaveLength(1);
    await price('1');
    expect(await sender.mined('cheap', 10_000, FOREVER)).toBeDefined();
    expect(sent.attempts).toHaveLength(1);
    expect((await sender.send(call('dear'))).nonce).toBe(sent.nonce + 1);
    await mine();
    expect(await sender.mined('dear', 10_000, FOREVER)).toBeDefined();
  });

  it('logs once that it cannot process payments, and once that it can again', async () => {
    let broken = 0;
    const altered = await startAlteredNode(
      () => chain.url,
      (method) => (broken > 0 && method === 'eth_getBlockByNumber' ? broken++ && {} : undefined),
    );
    const failures: (string | undefined)[] = [];
    try {
      await open({ url: altered.url, handOverAgainMs: 0 }, (failure) => failures.push(failure));
      await sender.send(call('troubled'));
      broken = 1;
      await until(() => broken > 4, 'the price to be asked for again and again');
      broken = 0;
      await until(() => failures.length > 1, 'the end of the trouble');
      await mine();
      expect(await sender.mined('troubled', 10_000, FOREVER)).toBeDefined();
      expect(failures).toEqual([expect.any(String), undefined]);
    } finally {
      await watch.stop();
      await altered.stop();
    }
  });
});
