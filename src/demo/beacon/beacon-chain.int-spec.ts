import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toHex } from 'viem';
import { type StillChain, sharedChain } from '../../../test/shared/demo-chain.js';
import { RpcClient } from '../chain/rpc-client.js';
import { DEFAULT_SEED, GENESIS_TIME } from '../genesis/genesis.js';
import { validatorKey } from '../stage/validator-key.js';
import { BeaconChain } from './beacon-chain.js';
import { type DemoBeacon, startDemoBeacon } from './demo-beacon.js';
import { PREHISTORY_EPOCHS } from './prehistory.js';

const ETHER = 1e9;
const keyOf = (name: string): string => toHex(validatorKey(name));

describe('the beacon chain of the demo', () => {
  let demo: StillChain;
  let beacon: DemoBeacon;
  const open = (): BeaconChain => new BeaconChain(new RpcClient(demo.url), DEFAULT_SEED);

  beforeAll(async () => {
    demo = await sharedChain();
    beacon = await startDemoBeacon({ rpcUrl: demo.url });
  });
  afterAll(() => beacon?.stop());

  it('queues the deposits of the chain in order, including top-ups, and none that failed', async () => {
    const chain = open();
    const { block } = demo.manifest.transaction('deposit through an operator');
    const { timestamp } = (await new RpcClient(demo.url).call(
      'eth_getBlockByNumber',
      toHex(block),
      false,
    )) as { timestamp: string };
    await chain.headSlot();
    const epoch = PREHISTORY_EPOCHS + Math.floor((Number(timestamp) - GENESIS_TIME) / 384);
    const ofChain = chain
      .stateAt(epoch + 1)
      .pendingDeposits.filter((deposit) => deposit.epoch >= PREHISTORY_EPOCHS)
      .map(({ pubkey, amount }) => [pubkey, amount / ETHER]);
    expect(ofChain).toEqual([
      [keyOf('grace 1'), 32],
      [keyOf('heidi 1'), 64],
      [keyOf('heidi 2'), 32],
      [keyOf('grace 1'), 1],
      [keyOf('whale 1'), 32],
    ]);
  });

  it('does what owners request, and ignores requests of strangers', async () => {
    const chain = open();
    const epoch = Math.floor((await chain.headSlot()) / 32) + 1;
    const { validators, pendingPartialWithdrawals } = chain.stateAt(epoch);
    const byKey = (name: string) => validators.find(({ pubkey }) => pubkey === keyOf(name))!;
    expect(byKey('grace 0').exitEpoch).toBeLessThan(Number.POSITIVE_INFINITY);
    expect(byKey('heidi 0').exitEpoch).toBe(Number.POSITIVE_INFINITY);
    expect(
      pendingPartialWithdrawals.map(({ validator, amount }) => [validator.pubkey, amount / ETHER]),
    ).toEqual([[keyOf('heidi 0'), 5]]);
  });

  it('gives the same answers at any time and in any order', async () => {
    const [one, other] = [open(), open()];
    const headEpoch = Math.floor((await one.headSlot()) / 32);
    await other.headSlot();
    const reported = (chain: BeaconChain, epoch: number): string => {
      const { validators, pendingDeposits } = chain.stateAt(epoch);
      return JSON.stringify([validators, pendingDeposits]);
    };
    const epochs = [headEpoch, PREHISTORY_EPOCHS, headEpoch - 5];
    const ascending = epochs.map((epoch) => reported(one, epoch));
    const descending = epochs.toReversed().map((epoch) => reported(other, epoch));
    expect(descending.toReversed()).toEqual(ascending);
    expect(new Set(ascending).size).toBe(3);
  });

  it('has its head at the current time after the first start, and keeps its clock', async () => {
    expect(
      Math.abs(beacon.genesisTime + ((await open().headSlot()) + 1) * 12 - Date.now() / 1_000),
    ).toBeLessThan(600);
    const again = await startDemoBeacon({ rpcUrl: demo.url, genesisTime: 1_700_000_000 });
    const genesis = (await (await fetch(`${again.url}/eth/v1/beacon/genesis`)).json()) as {
      data: { genesis_time: string };
    };
    await again.stop();
    expect(genesis.data.genesis_time).toBe('1700000000');
  });

  it('answers 404 for what it does not have', async () => {
    for (const path of [
      'states/7/validators',
      'states/head/validators',
      'states/99999999/validators',
      'blobs',
    ])
      expect((await fetch(`${beacon.url}/eth/v1/beacon/${path}`)).status).toBe(404);
  });
});
