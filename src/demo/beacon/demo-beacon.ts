import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RpcClient } from '../chain/rpc-client.js';
import { DEFAULT_SEED } from '../genesis/genesis.js';
import { digest } from '../stage/validator-key.js';
import { BeaconChain } from './beacon-chain.js';
import type { BeaconState } from './beacon-state.js';
import { SECONDS_PER_SLOT, SLOTS_PER_EPOCH, SPEC } from './demo-spec.js';
import { pendingDepositJson, pendingPartialWithdrawalJson, validatorJson } from './state-json.js';

export interface DemoBeaconOptions {
  /** JSON-RPC of the demo chain. */
  readonly rpcUrl: string;
  /** Seed of the demo chain. */
  readonly seed?: string;
  /**
   * Unix seconds of slot 0, as an earlier start chose it. By default it is chosen so that the head of the
   * chain is at the current time.
   */
  readonly genesisTime?: number;
}

export interface DemoBeacon {
  /** Beacon API over HTTP on the loopback. */
  readonly url: string;
  readonly genesisTime: number;
  stop(): Promise<void>;
}

const LISTS: Readonly<Record<string, (state: BeaconState) => readonly unknown[]>> = {
  validators: (state) => state.validators.map((validator) => validatorJson(validator, state.epoch)),
  pending_deposits: (state) => state.pendingDeposits.map(pendingDepositJson),
  pending_consolidations: () => [],
  pending_partial_withdrawals: (state) => state.pendingPartialWithdrawals.map(pendingPartialWithdrawalJson),
};

/**
 * Serves the answers of a beacon node about the validators behind the demo chain: genesis, spec, finality,
 * and the lists of states at the first slots of epochs. Its clock is that of the chain, moved to the current
 * time.
 */
export async function startDemoBeacon({
  rpcUrl,
  seed = DEFAULT_SEED,
  genesisTime,
}: DemoBeaconOptions): Promise<DemoBeacon> {
  const chain = new BeaconChain(new RpcClient(rpcUrl), seed);
  const began =
    genesisTime ?? Math.floor(Date.now() / 1_000) - ((await chain.headSlot()) + 1) * SECONDS_PER_SLOT;

  async function answer(path: string): Promise<object | undefined> {
    if (path === '/eth/v1/beacon/genesis') return { data: { genesis_time: String(began) } };
    if (path === '/eth/v1/config/spec') return { data: SPEC };
    const [, id, what = ''] = /^\/eth\/v1\/beacon\/states\/(head|\d+)\/(\w+)$/.exec(path) ?? [];
    const headEpoch = Math.floor((await chain.headSlot()) / SLOTS_PER_EPOCH);
    if (id === 'head') return what === 'finality_checkpoints' ? finality(headEpoch, seed) : undefined;
    const epoch = Number(id) / SLOTS_PER_EPOCH;
    const list = LISTS[what];
    if (!list || !Number.isInteger(epoch) || epoch > headEpoch) return undefined;
    const state = chain.stateAt(epoch);
    return { version: 'fulu', execution_optimistic: false, finalized: true, data: list(state) };
  }

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://demo').pathname;
    answer(path)
      .then((body) => {
        response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body ?? { code: 404, message: 'not found' }));
      })
      .catch(() => response.writeHead(500).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    genesisTime: began,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function finality(headEpoch: number, seed: string): object {
  const checkpoint = (epoch: number) => ({
    epoch: String(epoch),
    root: `0x${digest(`${seed} checkpoint ${epoch}`).toString('hex')}`,
  });
  return {
    execution_optimistic: false,
    data: {
      previous_justified: checkpoint(headEpoch - 2),
      current_justified: checkpoint(headEpoch - 1),
      finalized: checkpoint(headEpoch - 2),
    },
  };
}
