import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Hex, numberToHex, parseGwei } from 'viem';
import { itSlowly } from '../../test/slowly.js';
import { readPidFile } from '../platform/process/pid-file.js';
import { RpcClient } from './chain/rpc-client.js';
import { type DemoChain, startDemoChain } from './demo-chain.js';
import { accountOf } from './stage/key.js';

async function hashesOf(chain: DemoChain): Promise<Hex[]> {
  const blocks = (await new RpcClient(chain.url).batch(
    Array.from({ length: chain.height() - chain.firstBlock + 1 }, (_, index) => ({
      method: 'eth_getBlockByNumber',
      params: [numberToHex(chain.firstBlock + index), false],
    })),
  )) as { hash: Hex }[];
  return blocks.map(({ hash }) => hash);
}

async function liveFor(chain: DemoChain, blocks: number): Promise<void> {
  const goal = chain.height() + blocks;
  chain.startLife();
  while (chain.height() < goal) await setTimeout(5);
  await chain.pauseLife();
}

/** All tests share one chain, because playing it takes seconds. */
describe('the demo chain', () => {
  let folder: string;
  let pidFile: string;
  let outsideFile: string;
  let chain: DemoChain;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'demo-chain-'));
    [pidFile, outsideFile] = [join(folder, 'anvil.pid'), join(folder, 'outside.jsonl')];
    chain = await startDemoChain({ lifeIntervalMs: 20, pidFile, outsideFile });
  });
  afterAll(async () => {
    await chain?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('has other hashes for another seed, in the history and in life', async () => {
    const other = await startDemoChain({ seed: 'another' });
    const others = new Set(await hashesOf(other).finally(() => other.stop()));
    expect(chain.height() - chain.firstBlock).toBeGreaterThan(250);
    await liveFor(chain, 12);
    expect((await hashesOf(chain)).filter((hash) => others.has(hash))).toEqual([]);
  });

  it('puts transactions of others into a block at once, even while life is paused', async () => {
    const sender = accountOf(chain.seed, 'bundler');
    const rpc = new RpcClient(chain.url);
    const before = chain.height();
    const nonce = Number(await rpc.call<Hex>('eth_getTransactionCount', sender.address, 'latest'));
    for (let sent = 0; sent < 5; sent++)
      await rpc.call(
        'eth_sendRawTransaction',
        await sender.signTransaction({
          ...{ type: 'eip1559', chainId: 1, nonce: nonce + sent, to: sender.address, gas: 21_000n },
          ...{ maxFeePerGas: parseGwei('3'), maxPriorityFeePerGas: 1n },
        }),
      );
    const mined = async () =>
      Number(await rpc.call<Hex>('eth_getTransactionCount', sender.address, 'latest')) === nonce + 5;
    while (chain.height() === before || !(await mined())) await setTimeout(5);
    // The chain counts a block only when its node has answered.
    while (chain.height() < Number(await rpc.call<Hex>('eth_blockNumber'))) await setTimeout(5);
  });

  it('gives the same hashes for the same seed, in the history, in life and with the transactions of others', async () => {
    const hashes = await hashesOf(chain);
    const copy = join(folder, 'copy.jsonl');
    await copyFile(outsideFile, copy);
    // Up to the last block with transactions of others.
    const again = await startDemoChain({ outsideFile: copy });
    try {
      expect(again.height()).toBe(chain.height());
      expect(await hashesOf(again)).toEqual(hashes);
      expect(again.manifest.transactions()).toEqual(chain.manifest.transactions());
    } finally {
      await again.stop();
    }
  });

  itSlowly(
    'comes back at its URL with the same blocks, including transactions of others, and continues when its anvil is killed',
    async () => {
      await liveFor(chain, 3);
      const rpc = new RpcClient(chain.url);
      chain.startLife();
      await rpc.call('eth_sendRawTransaction', await payment(chain));
      const before = chain.height();
      while (chain.height() < before + 3) await setTimeout(5);
      await chain.pauseLife();
      const hashes = await hashesOf(chain);
      const asked = setInterval(() => void rpc.call('eth_blockNumber').then(seen, () => undefined), 5);
      const heights = new Set<number>();
      const seen = (height: unknown) => heights.add(Number(height));

      chain.startLife();
      process.kill(readPidFile(pidFile)!.pid, 'SIGKILL');
      while (chain.kept.failure === undefined) await setTimeout(1);
      while (chain.kept.failure !== undefined) await setTimeout(10);
      const height = chain.height();
      while (chain.height() < height + 2) await setTimeout(5);
      clearInterval(asked);
      await chain.pauseLife();
      expect((await hashesOf(chain)).slice(0, hashes.length)).toEqual(hashes);
      // No client saw a chain that was replayed only in part.
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(chain.firstBlock + hashes.length - 1);
    },
  );

  it('makes no block once paused, and answers nothing once stopped', async () => {
    await liveFor(chain, 2);
    const height = chain.height();
    await setTimeout(50);
    expect(chain.height()).toBe(height);
    expect(Number(await new RpcClient(chain.url).call<Hex>('eth_blockNumber'))).toBe(height);
    await chain.stop();
    await expect(new RpcClient(chain.url).call('eth_blockNumber')).rejects.toThrow('fetch failed');
  });
});

/** A transaction of an account outside the scenario. */
async function payment(chain: DemoChain): Promise<Hex> {
  const sender = accountOf(chain.seed, 'bundler');
  const count = await new RpcClient(chain.url).call<Hex>('eth_getTransactionCount', sender.address, 'latest');
  return sender.signTransaction({
    ...{ type: 'eip1559', chainId: 1, nonce: Number(count), to: sender.address, gas: 21_000n },
    ...{ maxFeePerGas: parseGwei('3'), maxPriorityFeePerGas: 1n },
  });
}
