import { expect, it } from '@jest/globals';
import { type Hex, keccak256 } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import { VerifiedSource } from '../../src/ingestion/append/verified-source.js';
import { ExecutionSource } from '../../src/node/execution/execution-source.js';
import { forkSchedule } from '../../src/runtime/projection/projectors.js';
import { AMSTERDAM_TIME, AmsterdamChain } from './amsterdam-chain.js';
import { startAmsterdamNode } from './amsterdam-node.js';
import { breeding, refusing } from './contracts.js';

const by = privateKeyToAccount(keccak256('0x6272656564'));
const account = by.address.toLowerCase() as Hex;

const chain = await AmsterdamChain.start();
await chain.append([]);
const [nursery, refuser] = (await chain.append([{ data: breeding() }, { data: refusing() }])) as [Hex, Hex];
await chain.append([{ to: refuser, authorization: { by, to: nursery, nonce: 0 } }]);
// The account has nonce 1 and creates two contracts, so its nonce ends at 3; the authorization with nonce 2 does not count.
await chain.append([{ to: account, authorization: { by, to: refuser, nonce: 2 } }]);

it.each(['calls', 'none'] as const)(
  'an authorization that does not count gives no delegate, whatever nonce the account ends with (tracers: %s)',
  async (tracers) => {
    const { block, accounts } = chain.blocks.at(-1)!;
    expect(accounts!.get(account)).toMatchObject({ nonce: 3n, code: `0xef0100${nursery.slice(2)}` });
    const node = await startAmsterdamNode(chain, { tracers });
    const execution = await ExecutionSource.connect([node.url], 1, () => undefined);
    const source = new VerifiedSource(execution, forkSchedule(new Map([['amsterdam', AMSTERDAM_TIME]])));
    try {
      const { stateChanges } = await source.block(Number(block.header.number), true);
      const changes = stateChanges![0]!.map((change) => ({ ...change, address: toHex(change.address) }));
      const change = changes.find(({ address }) => address === account);
      expect(change).toEqual({ address: account, nonce: { after: 3 }, storage: [] });
    } finally {
      await execution.close();
      await node.stop();
    }
  },
);
