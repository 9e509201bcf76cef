import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Hex } from 'viem';
import { KeptProcess } from '../platform/process/kept-process.js';
import { KeyedMutex } from '../platform/queue/keyed-mutex.js';
import { AnvilProcess } from './chain/anvil-process.js';
import { Gate } from './chain/gate.js';
import { Life } from './chain/life.js';
import { OutsideTransactions } from './chain/outside-transactions.js';
import { FIRST_BLOCK } from './genesis/first-block.js';
import { DEFAULT_SEED, GAS_LIMIT, GENESIS_BASE_FEE, genesisOf } from './genesis/genesis.js';
import { PlayedChain } from './played-chain.js';
import type { Manifest } from './stage/manifest.js';

/** How often waiting transactions of others are looked for. */
const ON_DEMAND_MS = 150;

export interface DemoChainOptions {
  /** Text from which every key, address and block hash follows. */
  readonly seed?: string;
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** Plays at least up to this block. The scripted history is always played whole. */
  readonly toHeight?: number;
  /** Wall time between two blocks of life; by default a slot of the chain, 12 s. */
  readonly lifeIntervalMs?: number;
  /** File in which to note anvil's process, so that the next start can end it if this process is killed. */
  readonly pidFile?: string;
  /**
   * File with the transactions that others send, so that a replay has them, too; by default they are kept in
   * memory.
   */
  readonly outsideFile?: string;
  readonly log?: (line: string) => void;
  /** Takes error messages, a line each; by default `log` does. */
  readonly warn?: (line: string) => void;
}

export interface DemoChain {
  readonly seed: string;
  /** JSON-RPC over HTTP on the loopback. */
  readonly url: string;
  /** Lowest block that exists. */
  readonly firstBlock: number;
  /** The genesis allocation, as in a genesis file. */
  readonly genesis: { readonly alloc: object };
  /** Names of addresses and transactions of the scenario. */
  readonly manifest: Manifest;
  /**
   * anvil. When it ends by itself, it is started again and the chain is replayed up to its last block: the
   * same blocks, at the same URL.
   */
  readonly kept: KeptProcess;
  height(): number;
  hashAt(number: number): Promise<Hex>;
  /**
   * Starts to mine blocks at the interval, and at once for a transaction of others. A block is a function of
   * seed, height and these transactions, so a replay gives the same.
   */
  startLife(): void;
  /**
   * Stops the blocks at the interval, and resolves once none is being made. A transaction of others still
   * gets a block.
   */
  pauseLife(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts anvil and plays the scenario from its seed: the same seed gives the same block hashes on every machine.
 *
 * @throws Error when there is no anvil to run, or the chain deviates from the scenario
 */
export async function startDemoChain(options: DemoChainOptions = {}): Promise<DemoChain> {
  const {
    seed = DEFAULT_SEED,
    port = 0,
    toHeight = 0,
    lifeIntervalMs = 12_000,
    log = () => {},
    warn = log,
  } = options;
  const outside = new OutsideTransactions(options.outsideFile);
  const gate = await Gate.open(port);
  try {
    const play = async (height: number): Promise<PlayedChain> => {
      const startedAt = performance.now();
      const anvil = await startAnvil(seed, options.pidFile);
      try {
        const chain = await PlayedChain.play(anvil, seed, outside, height);
        const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
        log(`demo chain: ${chain.height - FIRST_BLOCK} blocks replayed in ${seconds} s`);
        return chain;
      } catch (error) {
        await anvil.stop();
        throw error;
      }
    };
    let chain = await play(toHeight);
    const mutex = new KeyedMutex();
    // Transactions that a block left out. The next block would leave them out as well.
    let left: ReadonlySet<string> = new Set();
    const mineOnDemand = async () => {
      const before = await chain.waiting();
      if (before.every((hash) => left.has(hash))) return;
      await chain.liveOneBlock();
      const after = await chain.waiting();
      left = new Set(before.filter((hash) => after.includes(hash)));
    };
    const failed = (error: unknown): void => {
      warn(`demo chain: no block could be made: ${error instanceof Error ? error.message : String(error)}`);
      // Blocks that were planned but not mined cannot be planned again, so the chain must be replayed.
      void chain.run.stop();
    };
    const life = new Life(() => mutex.take('block', () => chain.liveOneBlock()), lifeIntervalMs, failed);
    const mining = new Life(() => mutex.take('block', mineOnDemand), ON_DEMAND_MS, failed);
    let [isAlive, mines] = [false, false];

    const kept = new KeptProcess({
      name: 'anvil of the demo chain',
      async launch() {
        // Hides the chain until it is replayed: a transaction that came earlier would change its blocks.
        gate.leadTo(undefined);
        await Promise.all([life.pause(), mining.pause()]);
        chain = await play(chain.height);
        left = new Set();
        gate.leadTo(chain.port);
        if (isAlive) life.start();
        if (mines) mining.start();
        return chain.run;
      },
      say: warn,
      ...(options.outsideFile === undefined ? {} : { directory: dirname(options.outsideFile) }),
    });
    gate.leadTo(chain.port);
    kept.keep(chain.run);
    return {
      seed,
      url: gate.url,
      firstBlock: FIRST_BLOCK,
      genesis: genesisOf(seed),
      get manifest() {
        return chain.manifest;
      },
      kept,
      height: () => chain.height,
      hashAt: (number) => chain.hashAt(number),
      startLife() {
        [isAlive, mines] = [true, true];
        // During a replay, `launch` starts both at its end.
        if (kept.failure !== undefined) return;
        life.start();
        mining.start();
      },
      async pauseLife() {
        isAlive = false;
        await life.pause();
      },
      async stop() {
        [isAlive, mines] = [false, false];
        await Promise.all([life.pause(), mining.pause()]);
        await kept.stop();
        await gate.close();
      },
    };
  } catch (error) {
    await gate.close();
    throw error;
  }
}

async function startAnvil(seed: string, pidFile: string | undefined): Promise<AnvilProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'demo-chain-'));
  try {
    const genesisFile = join(folder, 'genesis.json');
    await writeFile(genesisFile, JSON.stringify(genesisOf(seed)));
    return await AnvilProcess.start({
      genesisFile,
      firstBlock: FIRST_BLOCK,
      gasLimit: GAS_LIMIT,
      baseFeePerGas: GENESIS_BASE_FEE,
      ...(pidFile === undefined ? {} : { pidFile }),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
