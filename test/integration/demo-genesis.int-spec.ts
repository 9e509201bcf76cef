import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import { VerifiedSource } from '../../src/ingestion/append/verified-source.js';
import { ExecutionSource } from '../../src/node/execution/execution-source.js';
import { genesisFrom } from '../../src/runtime/chain/genesis.js';
import { forkSchedule } from '../../src/runtime/projection/projectors.js';
import { type StillChain, sharedChain } from '../shared/demo-chain.js';

/** A contract that development nodes may add to the genesis by themselves. */
const CREATE2_DEPLOYER = '0x4e59b44847b379578588920ca78fbf26c0b4956c';

describe('the genesis of the demo chain', () => {
  let chain: StillChain;
  let source: ExecutionSource;

  beforeAll(async () => {
    chain = await sharedChain();
    source = await ExecutionSource.connect([chain.url], 1, () => undefined);
  });

  afterAll(() => source.close());

  it('is complete: accounts, code and storage are those of the node', async () => {
    const genesis = genesisFrom(chain.firstBlock, chain.genesis);
    const verified = new VerifiedSource(source, forkSchedule(), undefined, genesis);
    const block = await verified.block(chain.firstBlock, true);
    expect(block.stateChanges).toEqual([]);
    expect(block.allocation!.length).toBeGreaterThan(10);
    for (const { address, balance, nonce, code, storage } of block.allocation!) {
      const account = toHex(address);
      expect(BigInt(await ask('eth_getBalance', account))).toBe(balance?.after ?? 0n);
      expect(Number(await ask('eth_getTransactionCount', account))).toBe(nonce?.after ?? 0);
      expect(await ask('eth_getCode', account)).toBe(code ? toHex(code) : '0x');
      for (const { slot, after } of storage)
        expect(BigInt(await ask('eth_getStorageAt', account, toHex(slot)))).toBe(BigInt(toHex(after)));
    }
    const held = new Set(block.allocation!.map(({ address }) => toHex(address)));
    expect(held.has(CREATE2_DEPLOYER)).toBe((await ask('eth_getCode', CREATE2_DEPLOYER)) !== '0x');
  });

  it('is not known without an allocation, since its root is not that of mainnet', async () => {
    const verified = new VerifiedSource(
      source,
      forkSchedule(),
      undefined,
      genesisFrom(chain.firstBlock, undefined),
    );
    const block = await verified.block(chain.firstBlock, true);
    expect(block).not.toHaveProperty('allocation');
    expect(block).not.toHaveProperty('stateChanges');
  });

  async function ask(method: string, ...params: string[]): Promise<string> {
    const response = await fetch(chain.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method,
        params: [...params, `0x${chain.firstBlock.toString(16)}`],
      }),
    });
    return ((await response.json()) as { result: string }).result;
  }
});
