import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Abi,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
  parseEther,
  toHex,
} from 'viem';
import { type StillChain, sharedChain } from '../../test/shared/demo-chain.js';
import { RpcClient } from './chain/rpc-client.js';
import { GENESIS_CONTRACTS } from './genesis/genesis-contracts.js';
import { openzeppelin, safeContract } from './scenario/packages.js';
import { ownArtifact } from './stage/own-artifact.js';

const SLOT: Readonly<Record<'implementation' | 'beacon' | 'eip1822' | 'zeppelinos', Hex>> = {
  implementation: '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  beacon: '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
  eip1822: keccak256(toHex('PROXIABLE')),
  zeppelinos: keccak256(toHex('org.zeppelinos.proxy.implementation')),
};

let chain: StillChain;
let rpc: RpcClient;

beforeAll(async () => {
  chain = await sharedChain();
  rpc = new RpcClient(chain.url);
});

const at = (name: string) => chain.manifest.address(name);
const blockOf = (label: string) => numberToHex(chain.manifest.transaction(label).block);
const after = (label?: string) => (label === undefined ? 'latest' : blockOf(label));
const code = (name: string, label?: string) => rpc.call<Hex>('eth_getCode', at(name), after(label));
const slot = (name: string, key: Hex, label?: string) =>
  rpc.call<Hex>('eth_getStorageAt', at(name), key, after(label));
const word = (name: string) => `0x${at(name).slice(2).toLowerCase().padStart(64, '0')}`;
const designator = (delegate: string) => `0xef0100${at(delegate).slice(2).toLowerCase()}`;

async function ask(
  name: string,
  abi: Abi,
  functionName: string,
  args: readonly unknown[] = [],
): Promise<unknown> {
  const data = await rpc.call<Hex>(
    'eth_call',
    { to: at(name), data: encodeFunctionData({ abi, functionName, args }) },
    'latest',
  );
  return decodeFunctionResult({ abi, functionName, args, data });
}

describe('the demo scenario', () => {
  it('sets, changes and clears EIP-7702 delegations; void ones leave no trace, those of failing transactions remain', async () => {
    expect(await code('erin', 'delegation set')).toBe(designator('delegate 1'));
    expect(await code('erin', 'delegation changed')).toBe(designator('delegate 2'));
    expect(await code('erin', 'delegation cleared')).toBe('0x');
    expect(await code('frank')).toBe(designator('delegate 1'));
    expect(await code('grace')).toBe('0x');
    expect(await code('heidi')).toBe(designator('delegate 1'));
  });

  it('upgrades proxies of every slot', async () => {
    expect(await slot('transparent proxy', SLOT.implementation, 'deploy transparent proxy')).toBe(
      word('proxy implementation 1'),
    );
    expect(await slot('transparent proxy', SLOT.implementation, 'proxy upgrade')).toBe(
      word('proxy implementation 2'),
    );
    expect(await slot('uups proxy', SLOT.implementation)).toBe(word('uups implementation 2'));
    expect(await slot('beacon proxy 1', SLOT.beacon)).toBe(word('beacon'));
    expect(await slot('eip1822 proxy', SLOT.eip1822)).toBe(word('counter by two'));
    expect(await slot('zeppelinos proxy', SLOT.zeppelinos)).toBe(word('counter by two'));
    expect(await slot('proxy to itself', SLOT.eip1822)).toBe(word('proxy to itself'));
    expect(await code('clone')).toContain(at('counter').slice(2).toLowerCase());
    expect(await ask('diamond', ownArtifact('Diamond').abi, 'facetAddress', ['0xd09de08a'])).toBe(
      `0x${'0'.repeat(40)}`,
    );
  });

  it('deploys real contracts to their addresses of mainnet', async () => {
    expect(at('erc1820 registry')).toBe('0x1820a4B7618BdE71Dce8cdc73aAB6C95905faD24');
    expect(at('entry point')).toBe('0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108');
    expect(at('safe singleton')).toBe('0x41675C099F32341bf84BFc5382aF534df5C7461a');
    for (const name of [
      'erc1820 registry',
      'entry point',
      'safe singleton',
      'smart account',
      'v2 pair',
      'v3 pool',
    ]) {
      expect({ name, bytes: (await code(name)).length }).not.toEqual({ name, bytes: 2 });
    }
    for (const { address, code } of GENESIS_CONTRACTS)
      expect(await rpc.call('eth_getCode', address, 'latest')).toBe(code);
  });

  it('changes owners, threshold and modules of a safe', async () => {
    const { abi } = safeContract('Safe');
    expect(await ask('safe of one', abi, 'getOwners')).toEqual([at('bob'), at('alice')]);
    expect(await ask('safe of one', abi, 'getThreshold')).toBe(2n);
    expect(await ask('safe of three', abi, 'getOwners')).toEqual([at('alice'), at('dave')]);
    expect(await ask('safe of three', abi, 'isModuleEnabled', [at('safe module')])).toBe(true);
    expect(await ask('safe of three', abi, 'isModuleEnabled', [at('spare safe module')])).toBe(false);
  });

  it('destroys code only in the transaction that created it, and deploys twice to one address', async () => {
    expect(await code('mortal')).not.toBe('0x');
    expect(await code('short-lived')).toBe('0x');
    expect(await code('reborn', 'created and destroyed at a place')).toBe('0x');
    expect(await code('reborn')).toBe(await code('mortal'));
    expect(await code('shape-shifter', 'first shape destroyed')).toBe('0x');
    expect(await code('shape-shifter')).toBe('0x602a5f5260205ff3');
  });

  it('moves tokens with and without events', async () => {
    const { abi } = openzeppelin('ERC20');
    const balance = (token: string, holder: string) => ask(token, abi, 'balanceOf', [at(holder)]);
    expect(await balance('silent token', 'carol')).toBe(parseEther('5'));
    expect(await balance('plain token', 'bob')).toBe(parseEther('55'));
    expect(await balance('fee token', 'bob')).toBe(parseEther('490'));
    expect(await balance('rebasing token', 'bob')).toBe(parseEther('10') - 1n);
    expect(await balance('tether', 'mallory')).toBe(0n);
    expect(await ask('kitty token', ownArtifact('KittyToken').abi, 'ownerOf', [1n])).toBe(at('carol'));
    expect(await ask('vault', ownArtifact('Vault').abi, 'asset')).toBe(at('weth'));
  });

  it('has names with forward and reverse records, which agree only where they should', async () => {
    const { abi } = ownArtifact('NameResolver');
    const names = await Promise.all(
      ['alice reverse record', 'bob reverse record'].map(async (label) => {
        const { hash } = chain.manifest.transaction(label);
        const { logs } = await rpc.call<{ logs: { topics: Hex[] }[] }>('eth_getTransactionReceipt', hash);
        return ask('name resolver', abi, 'name', [logs.at(-1)?.topics[1]]);
      }),
    );
    expect(names).toEqual(['alice.eth', 'alice.eth']);
  });

  it('has frames that no compiler makes', async () => {
    const { hash } = chain.manifest.transaction('callcode');
    const trace = await rpc.call<{ calls: { type: string }[] }>('debug_traceTransaction', hash, {
      tracer: 'callTracer',
    });
    expect(trace.calls.map(({ type }) => type)).toEqual(['CALLCODE']);
    expect(await code('contract without code')).toBe('0x');
  });

  it('fails in every way', async () => {
    const errors = new Map<string, string>();
    for (const label of [
      'revert with a string',
      'panic by overflow',
      'invalid opcode',
      'out of gas in a loop',
      'create2 collision',
    ]) {
      const { hash } = chain.manifest.transaction(label);
      const trace = await rpc.call<{ error?: string; output?: Hex }>('debug_traceTransaction', hash, {
        tracer: 'callTracer',
      });
      errors.set(label, `${trace.error} ${trace.output?.slice(0, 10) ?? ''}`.trim());
    }
    expect(Object.fromEntries(errors)).toEqual({
      'revert with a string': 'execution reverted 0x08c379a0',
      'panic by overflow': 'execution reverted 0x4e487b71',
      'invalid opcode': 'invalid opcode: INVALID',
      'out of gas in a loop': 'out of gas',
      'create2 collision': 'execution reverted',
    });
  });

  it('deposits for validators as the deposit contract counts them', async () => {
    const count = await rpc.call<Hex>(
      'eth_getStorageAt',
      at('deposit contract'),
      numberToHex(32, { size: 32 }),
      'latest',
    );
    expect(BigInt(count)).toBe(5n);
  });
});
