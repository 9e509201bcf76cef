import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Address, type Hex, numberToHex } from 'viem';
import { RpcClient } from './chain/rpc-client.js';
import { type DemoChain, startDemoChain } from './demo-chain.js';
import { hashesOf, unsealedBlocks } from './demo-chain.reading.js';

const IMPLEMENTATION_SLOT = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';

let chain: DemoChain;
let rpc: RpcClient;

beforeAll(async () => {
  chain = await startDemoChain({ lifeIntervalMs: 5 });
  rpc = new RpcClient(chain.url);
}, 60_000);
afterAll(() => chain.stop());

const blockOf = (label: string) => numberToHex(chain.manifest.transaction(label).block);
const codeAfter = (name: string, label: string) =>
  rpc.call<Hex>('eth_getCode', chain.manifest.address(name), blockOf(label));
const slotAfter = (name: string, slot: string, label: string) =>
  rpc.call<Hex>('eth_getStorageAt', chain.manifest.address(name), slot, blockOf(label));
const word = (name: string) => `0x${chain.manifest.address(name).slice(2).toLowerCase().padStart(64, '0')}`;
const designator = (delegate: Address) => `0xef0100${delegate.slice(2).toLowerCase()}`;

describe('the demo chain', () => {
  it('is sealed: header hashes, transaction roots and receipt roots follow from what the node serves', async () => {
    expect(await unsealedBlocks(rpc, chain.firstBlock, chain.height())).toEqual([]);
  }, 30_000);

  it('moves an EIP-1967 implementation slot by upgrades', async () => {
    const proxy = 'transparent proxy';
    expect(await slotAfter(proxy, IMPLEMENTATION_SLOT, `deploy ${proxy}`)).toBe(
      word('proxy implementation 1'),
    );
    expect(await slotAfter(proxy, IMPLEMENTATION_SLOT, 'proxy upgrade')).toBe(word('proxy implementation 2'));
  });

  it('sets, changes and clears EIP-7702 delegations, and void ones leave no trace', async () => {
    const { manifest } = chain;
    expect(await codeAfter('erin', 'delegation set')).toBe(designator(manifest.address('delegate 1')));
    expect(await codeAfter('erin', 'delegation changed')).toBe(designator(manifest.address('delegate 2')));
    expect(await codeAfter('erin', 'delegation cleared')).toBe('0x');
    expect(await codeAfter('frank', 'delegation by oneself')).toBe(
      designator(manifest.address('delegate 1')),
    );
    expect(await codeAfter('grace', 'void authorizations')).toBe('0x');
  });
});

describe('the same seed', () => {
  it('gives the same hashes again, through the history and through life', async () => {
    const past = chain.height();
    chain.startLife();
    while (chain.height() < past + 5) await new Promise(setImmediate);
    await chain.pauseLife();
    const again = await startDemoChain({ toHeight: chain.height() });
    try {
      expect(again.height()).toBe(chain.height());
      const hashes = await hashesOf(rpc, chain.firstBlock, chain.height());
      expect(await hashesOf(new RpcClient(again.url), chain.firstBlock, again.height())).toEqual(hashes);
      expect(hashes.length).toBe(chain.height() - chain.firstBlock + 1);
    } finally {
      await again.stop();
    }
  }, 60_000);

  it('and another seed gives another chain', async () => {
    const other = await startDemoChain({ seed: 'another' });
    try {
      const [hash] = await hashesOf(new RpcClient(other.url), other.firstBlock + 1, other.firstBlock + 1);
      expect(await hashesOf(rpc, chain.firstBlock + 1, chain.firstBlock + 1)).not.toEqual([hash]);
    } finally {
      await other.stop();
    }
  }, 60_000);
});
