import { ANSWERS } from './answers.js';
import { abandoned, type ChainView, lagging } from './chain-view.js';
import { FaultPlan } from './fault-plan.js';
import { Prng } from './prng.js';
import { addressRead, type StateAnswering } from './reported-state.js';
import { type Misbehaviour, type RpcCall, RpcRefusal, startRpcServer } from './rpc-server.js';
import type { BlockJson, ReceiptJson } from './sim-block.js';
import { SimChain, type SimChainOptions } from './sim-chain.js';
import { spoiledBlock, spoiledReceipts } from './spoiled-answer.js';

/** What a node may lack. */
export type Lacking = 'debug' | 'trace' | 'prestate' | 'stateDiff' | 'blockReceipts' | 'uncles' | 'finalized';

export interface SimulatedNodeOptions extends SimChainOptions {
  readonly without?: readonly Lacking[];
  /** Serves this chain instead of a new one, so that two nodes are on one network. */
  readonly chain?: SimChain;
  /** Answers about state; without it they are refused as unknown methods. */
  readonly state?: StateAnswering;
}

export interface SimulatedNode {
  readonly url: string;
  readonly chain: SimChain;
  readonly faults: FaultPlan;
  /** Number of answered calls, by method. */
  readonly calls: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

const LAG = 3;
const TRANSPORT: readonly Misbehaviour[] = ['hang', 'http500', 'http429', 'malformedJson', 'shuffledBatch'];

/** Starts a node with an empty chain; `node.chain.extend(n)` extends it. */
export async function startSimulatedNode(options: SimulatedNodeOptions): Promise<SimulatedNode> {
  const chain = options.chain ?? new SimChain(options);
  const faults = new FaultPlan();
  const calls = new Map<string, number>();
  const random = new Prng(options.seed).branch(-2);
  const without = options.without ?? [];
  let faces = 0;

  function view(): ChainView {
    if (faults.take('staleHead')) return lagging(chain, LAG);
    return chain.abandoned.length > 0 && faults.take('twoFaced') && faces++ % 2 === 0
      ? abandoned(chain)
      : chain;
  }

  function answer(call: RpcCall): unknown {
    const { method, params = [] } = call;
    calls.set(method, (calls.get(method) ?? 0) + 1);
    if (method === 'web3_clientVersion')
      return without.includes('debug') ? 'erigon/3.0.4/simulated' : 'Geth/v1.16.2/simulated';
    const stateOf = addressRead(method, params);
    if (stateOf !== undefined && options.state) return options.state(method, stateOf);
    const known = ANSWERS[method];
    if (!known || lacks(without, call))
      throw new RpcRefusal(-32601, `the method ${method} does not exist/is not available`);
    if (method === 'eth_chainId') return known(chain, params);
    if (without.includes('finalized') && (params[0] === 'finalized' || params[0] === 'safe')) return null;
    const asked =
      typeof params[0] === 'string' && params[0].startsWith('0x') ? Number(params[0]) : Number.NaN;
    if (method === 'eth_getBlockByNumber' && chain.at(asked + 1) && faults.take('wrongNumber'))
      return known(chain, [`0x${(asked + 1).toString(16)}`, params[1]]);
    const result = known(view(), params);
    if (method.startsWith('eth_getBlockBy'))
      return spoiledBlock(result as BlockJson | undefined, faults, random);
    if (method === 'eth_getBlockReceipts' && result) return spoiledReceipts(result as ReceiptJson[], faults);
    return result;
  }

  const server = await startRpcServer({
    answer,
    misbehave: () => TRANSPORT.find((fault) => faults.take(fault)),
    shuffle: (items) => random.shuffle(items),
  });
  return { url: server.url, chain, faults, calls, stop: server.stop };
}

function lacks(without: readonly Lacking[], { method, params = [] }: RpcCall): boolean {
  const [, kind] = params;
  const tracer = (kind as { tracer?: string } | undefined)?.tracer;
  const stateDiff = Array.isArray(kind) && kind.includes('stateDiff');
  return (
    (without.includes('debug') && method.startsWith('debug_')) ||
    (without.includes('trace') && method.startsWith('trace_')) ||
    (without.includes('prestate') && tracer === 'prestateTracer') ||
    (without.includes('stateDiff') && stateDiff) ||
    (without.includes('blockReceipts') && method === 'eth_getBlockReceipts') ||
    (without.includes('uncles') && method.startsWith('eth_getUncle'))
  );
}
