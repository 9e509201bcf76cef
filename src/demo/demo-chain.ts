import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Hex, numberToHex } from 'viem';
import { Turns } from '../platform/queue/turns.js';
import { AnvilProcess } from './chain/anvil-process.js';
import { BlockWriter } from './chain/block-writer.js';
import { Life } from './chain/life.js';
import { OutsideTransactions } from './chain/outside-transactions.js';
import { waitingIn } from './chain/pool.js';
import {
  DEFAULT_SEED,
  FIRST_BLOCK,
  GAS_LIMIT,
  GENESIS_BASE_FEE,
  GENESIS_TIME,
  genesisOf,
} from './genesis/genesis.js';
import { playLife } from './scenario/life.js';
import { planHistory } from './scenario/plan-history.js';
import { Manifest } from './stage/manifest.js';
import { Stage } from './stage/stage.js';

/** How soon a transaction that somebody sends is looked for. */
const ON_DEMAND_MS = 150;

export interface DemoChainOptions {
  /** Text from which every key, address and block hash follows. */
  readonly seed?: string;
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** Replay at least up to this block; the scripted history is always replayed whole. */
  readonly toHeight?: number;
  /** Wall time between two blocks of life, by default that of the chain's own clock: slots of 12 s. */
  readonly lifeIntervalMs?: number;
  /** Where to note anvil's process, so that the next start finds it should this one be killed. */
  readonly pidFile?: string;
  /** Where to keep the transactions that others send, so that a replay has them too; in memory when left out. */
  readonly outsideFile?: string;
  readonly log?: (line: string) => void;
}

export interface DemoChain {
  readonly seed: string;
  /** JSON-RPC over HTTP on the loopback. */
  readonly url: string;
  /** Lowest block that exists. */
  readonly firstBlock: number;
  /** What it begins with, as a genesis file says it. */
  readonly genesis: { readonly alloc: object };
  /** Where the notable things are. */
  readonly manifest: Manifest;
  height(): number;
  hashAt(number: number): Promise<Hex>;
  /** Lets blocks appear by themselves, and at once when somebody sends a transaction; each is a function of seed and height and of what was sent, so a replay covers it too. */
  startLife(): void;
  /** Resolves when no block is being made any more. A transaction that somebody sends is given one all the same. */
  pauseLife(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts anvil and plays the scenario from its seed: the same seed gives the same block hashes on every machine.
 *
 * @throws Error when there is no anvil to run, or the chain does not do what the scenario says.
 */
export async function startDemoChain(options: DemoChainOptions = {}): Promise<DemoChain> {
  const { seed = DEFAULT_SEED, port = 0, toHeight = 0, lifeIntervalMs = 12_000, log = () => {} } = options;
  const outside = new OutsideTransactions(options.outsideFile);
  const startedAt = performance.now();
  const anvil = await startAnvil(seed, port, options.pidFile);
  try {
    const manifest = new Manifest();
    const stage = new Stage(seed, manifest, { number: FIRST_BLOCK, timestamp: GENESIS_TIME });
    const writer = new BlockWriter(anvil.client(), manifest, outside, FIRST_BLOCK);
    await planHistory(stage);
    for (const block of stage.takeBlocks()) await writer.write(block);
    const liveOneBlock = async () => {
      playLife(stage);
      for (const block of stage.takeBlocks()) await writer.write(block);
    };
    while (writer.height < Math.max(toHeight, outside.lastBlock)) await liveOneBlock();
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    log(
      `demo chain: ${writer.height - FIRST_BLOCK} blocks replayed in ${seconds} s, listening on ${anvil.url}`,
    );

    const turns = new Turns();
    const life = new Life(() => turns.take('block', liveOneBlock), lifeIntervalMs, log);
    // What a block did not take another one would not take either.
    let left: ReadonlySet<string> = new Set();
    const mineOnDemand = async () => {
      const before = await waitingIn(anvil.client());
      if (before.every((hash) => left.has(hash))) return;
      await liveOneBlock();
      const after = await waitingIn(anvil.client());
      left = new Set(before.filter((hash) => after.includes(hash)));
    };
    const mining = new Life(() => turns.take('block', mineOnDemand), ON_DEMAND_MS, log);
    return {
      seed,
      url: anvil.url,
      firstBlock: FIRST_BLOCK,
      genesis: genesisOf(seed),
      manifest,
      height: () => writer.height,
      hashAt: (number) => hashAt(anvil, number),
      startLife() {
        life.start();
        mining.start();
      },
      pauseLife: () => life.pause(),
      stop: async () => {
        await Promise.all([life.pause(), mining.pause()]);
        await anvil.stop();
      },
    };
  } catch (error) {
    await anvil.stop();
    throw error;
  }
}

async function hashAt(anvil: AnvilProcess, number: number): Promise<Hex> {
  const block = await anvil.client().call<{ hash: Hex }>('eth_getBlockByNumber', numberToHex(number), false);
  return block.hash;
}

async function startAnvil(seed: string, port: number, pidFile: string | undefined): Promise<AnvilProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'demo-chain-'));
  try {
    const genesisFile = join(folder, 'genesis.json');
    await writeFile(genesisFile, JSON.stringify(genesisOf(seed)));
    return await AnvilProcess.start({
      genesisFile,
      firstBlock: FIRST_BLOCK,
      gasLimit: GAS_LIMIT,
      baseFeePerGas: GENESIS_BASE_FEE,
      port,
      ...(pidFile === undefined ? {} : { pidFile }),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
