import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bounded } from '../bounded.js';
import { type ReplicatedPostgres, startReplicatedPostgres } from '../fixture/replicated-postgres.js';
import { PATIENCE_MS } from '../patience.js';
import { NO_PARENT } from '../simulation/sim-chain.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';
import { CommandBench, type RunningCommand, until } from './fixture/command.js';

const CHAIN = '/api/v1/chains/1';
const FIRST = 1_000;
/** Blocks that are stored before the fill; all requests ask about them. */
const STORED = 40;
const BLOCKS = bounded(400, 4_000);
const FILL_MS = bounded(PATIENCE_MS, 3_600_000);
/** Concurrent requests to each process. */
const WIDTH = 2;

const benches = [0, 1, 2, 3].map(() => new CommandBench());
const [writing, evaluating, onPrimary, onStandby] = benches as [
  CommandBench,
  CommandBench,
  CommandBench,
  CommandBench,
];
let servers: ReplicatedPostgres;
let node: SimulatedNode;
/** Paths to request, by the kind of request. */
let paths: Readonly<Record<string, readonly string[]>>;

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function get(url: string, path: string): Promise<Answer> {
  const response = await fetch(`${url}${CHAIN}${path}`);
  return { status: response.status, text: await response.text() };
}

const environment = (role: string): NodeJS.ProcessEnv => ({
  ...{ ROLE: role, DATABASE_URL: servers.primaryUrl, RPC_URLS: node.url, LOG_LEVEL: 'info' },
  ...{ FIRST_BLOCK: `${FIRST}`, STATE_PROOFS: 'none', CACHE_MB: '0' },
  ...(role === 'api' && { EXPLORER: 'off' }),
});

async function answer(bench: CommandBench, more: NodeJS.ProcessEnv = {}): Promise<string> {
  const command = bench.start(['serve'], { ...environment('api'), ...more });
  await command.said('/coverage\n');
  return /API +(http:\S+)/.exec(command.out)![1]!;
}

async function evaluate(): Promise<RunningCommand> {
  const command = evaluating.start(['serve'], environment('evaluate'));
  await command.said('Chainproof is running with ROLE=evaluate');
  return command;
}

interface Stated {
  readonly data: { readonly attributes: readonly string[] };
}

/** Paths of answers that exist before the fill. */
async function pathsAt(url: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const transactions = node.chain.blocks.flatMap(
    ({ json }) => json.transactions as unknown as readonly { from: string; to?: string }[],
  );
  const addresses = [...new Set(transactions.flatMap(({ from, to }) => (to ? [from, to] : [from])))].map(
    (address) => `/addresses/${address}`,
  );
  const proofs: string[] = [];
  for (const address of addresses) {
    const { data } = JSON.parse((await get(url, `${address}/attributes`)).text) as Stated;
    for (const id of data.attributes) proofs.push(`${address}/attributes/${id}/proof`);
  }
  return {
    'newest block': ['/blocks/latest'],
    block: node.chain.blocks.map(({ json }) => `/blocks/${Number(json.number)}`),
    transactions: addresses.map((address) => `${address}/transactions`),
    attributes: addresses.map((address) => `${address}/attributes`),
    'at a block': addresses.map((address) => `${address}/attributes/at/${FIRST + STORED - 1}`),
    proof: proofs,
    bundle: proofs.map((proof) => `${proof}/bundle`),
  };
}

/** Whether the attribute of a proof's path still held at the last block before the fill, so that it ended later. */
async function isTold(url: string, path: string): Promise<boolean> {
  const [address, rest] = path.split('/attributes/') as [string, string];
  const { text } = await get(url, `${address}/attributes/at/${FIRST + STORED - 1}`);
  return text.includes(`"${rest.slice(0, rest.indexOf('/'))}"`);
}

/** Outcomes of the requests of one kind. */
class Tally {
  readonly refused: string[] = [];
  /** Paths of proofs whose claims ended meanwhile. */
  readonly gone = new Set<string>();
  answered = 0;
  longestMs = 0;
  /** Longest time between two answers. */
  gapMs = 0;
  #lastMs = performance.now();

  note(path: string, { status, text }: Answer, tookMs: number): void {
    this.longestMs = Math.max(this.longestMs, tookMs);
    if (status === 404) this.gone.add(path);
    else if (status !== 200) {
      this.refused.push(`${status} ${text}`);
      return;
    }
    const now = performance.now();
    this.answered++;
    this.gapMs = Math.max(this.gapMs, now - this.#lastMs);
    this.#lastMs = now;
  }
}

/** Requests all paths again and again. @returns a function that stops it and resolves with the outcomes */
function ask(url: string): () => Promise<ReadonlyMap<string, Tally>> {
  const tallies = new Map(Object.keys(paths).map((name) => [name, new Tally()]));
  const done = new AbortController();
  const loop = async (from: number): Promise<void> => {
    for (let turn = from; !done.signal.aborted; turn++)
      for (const [name, of] of Object.entries(paths)) {
        const began = performance.now();
        const path = of[turn % of.length]!;
        tallies.get(name)!.note(path, await get(url, path), performance.now() - began);
      }
  };
  const loops = Promise.all(Array.from({ length: WIDTH }, (_, at) => loop(at)));
  // Marks a rejection as handled: a test that fails before it awaits the loops would fail another file too.
  loops.catch(() => undefined);
  return async () => {
    done.abort();
    await loops;
    return tallies;
  };
}

function described(where: string, seconds: number, tallies: ReadonlyMap<string, Tally>): string {
  const lines = [...tallies].map(([name, { answered, refused, longestMs, gapMs }]) => {
    const all = answered + refused.length;
    return `${name.padEnd(14)} ${(all / seconds).toFixed(1).padStart(6)} a second, ${refused.length} of ${all} refused, slowest ${Math.round(longestMs)} ms, longest gap ${Math.round(gapMs)} ms`;
  });
  return [`${where}, ${seconds.toFixed(0)} s:`, ...lines].join('\n');
}

beforeAll(async () => {
  servers = await startReplicatedPostgres();
  node = await startSimulatedNode({ seed: 161_803, firstBlock: FIRST, parentHash: NO_PARENT, era: 'modern' });
  await node.chain.extend(STORED);
  const ended = await writing.spawned(['ingest'], environment('all'));
  // The first block has no parent and no known allocation, so it lacks a state diff, and the command ends with 3.
  expect({ ...ended, out: '' }).toMatchObject({ code: 3 });
});
afterAll(async () => {
  for (const bench of benches) await bench.close();
  await servers.stop();
  await node.stop();
});

describe('answers during a fill, while another process evaluates', () => {
  it(
    'are served throughout, from the primary and from its standby',
    async () => {
      await evaluate();
      const urls = {
        primary: await answer(onPrimary),
        standby: await answer(onStandby, { DATABASE_READ_URL: servers.standbyUrl }),
      };
      paths = await pathsAt(urls.primary);
      await node.chain.extend(BLOCKS);
      const headOf = async (url: string): Promise<number> =>
        (JSON.parse((await get(url, '/blocks/latest')).text) as { data?: { number: number } }).data?.number ??
        -1;
      const asked = (['primary', 'standby'] as const).map((name) => ({
        name,
        url: urls[name],
        end: ask(urls[name]),
      }));
      const began = performance.now();
      const writer = writing.start(['serve'], environment('ingest'));
      for (const { url } of asked)
        await until(
          async () => (await headOf(url)) === FIRST + STORED + BLOCKS - 1,
          () => `the last block at ${url}; ${writer.out} ${writer.err}`,
          FILL_MS,
        );
      await setTimeout(2_000);
      const seconds = (performance.now() - began) / 1_000;
      const ended = await Promise.all(asked.map(async ({ name, end }) => ({ name, tallies: await end() })));
      for (const { name, tallies } of ended) {
        console.log(described(name, seconds, tallies));
        for (const [kind, { refused, gone }] of tallies) {
          for (const path of gone)
            expect({ path, isTold: await isTold(urls[name], path) }).toEqual({ path, isTold: true });
          expect({ name, kind, refused: refused.slice(0, 3) }).toEqual({ name, kind, refused: [] });
        }
      }
      expect(writer.out + writer.err).toContain('claims are evaluated by the process with ROLE=evaluate');
    },
    3 * FILL_MS,
  );
});
