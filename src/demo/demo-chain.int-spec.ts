import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Hex, numberToHex, parseGwei } from 'viem';
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

describe('the demo chain', () => {
  let chain: DemoChain;
  beforeAll(async () => {
    chain = await startDemoChain({ lifeIntervalMs: 5 });
  });
  afterAll(() => chain?.stop());

  it('gives the same hashes for the same seed, through the history and through life, and other ones for another', async () => {
    const other = await startDemoChain({ seed: 'another' });
    const others = new Set(await hashesOf(other).finally(() => other.stop()));
    expect(chain.height() - chain.firstBlock).toBeGreaterThan(250);
    await liveFor(chain, 12);
    const hashes = await hashesOf(chain);
    expect(hashes.filter((hash) => others.has(hash))).toEqual([]);

    const again = await startDemoChain({ toHeight: chain.height() });
    try {
      expect(again.height()).toBe(chain.height());
      expect(await hashesOf(again)).toEqual(hashes);
      expect(again.manifest.transactions()).toEqual(chain.manifest.transactions());
    } finally {
      await again.stop();
    }
  });

  it('gives what others send a block at once, also while it rests, and has it again when it is replayed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outside-'));
    const outsideFile = join(folder, 'outside.jsonl');
    try {
      const chain = await startDemoChain({ lifeIntervalMs: 86_400_000, outsideFile });
      const sender = accountOf(chain.seed, 'bundler');
      const rpc = new RpcClient(chain.url);
      chain.startLife();
      await chain.pauseLife();
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
      const hash = await chain.hashAt(before + 1);
      await chain.stop();
      const height = chain.height();

      const again = await startDemoChain({ outsideFile });
      try {
        expect(again.height()).toBe(height);
        expect(await again.hashAt(before + 1)).toBe(hash);
      } finally {
        await again.stop();
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('rests at a block boundary once paused, and nothing answers once stopped', async () => {
    await liveFor(chain, 2);
    const height = chain.height();
    await setTimeout(50);
    expect(chain.height()).toBe(height);
    expect(Number(await new RpcClient(chain.url).call<Hex>('eth_blockNumber'))).toBe(height);
    await chain.stop();
    await expect(new RpcClient(chain.url).call('eth_blockNumber')).rejects.toThrow('fetch failed');
  });
});

describe('a demo chain whose anvil is killed', () => {
  it('comes back at its URL with the same blocks, those of others included, and lives on', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'killed-'));
    const [pidFile, outsideFile] = [join(folder, 'anvil.pid'), join(folder, 'outside.jsonl')];
    const chain = await startDemoChain({ lifeIntervalMs: 20, pidFile, outsideFile });
    try {
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
      // No client saw it half played.
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(chain.firstBlock + hashes.length - 1);
    } finally {
      await chain.stop();
      await rm(folder, { recursive: true, force: true });
    }
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
