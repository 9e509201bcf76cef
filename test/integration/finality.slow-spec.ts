import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CanonicalChain } from '../../src/event-store/canonical-chain.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { VerifiedSource } from '../../src/ingestion/append/verified-source.js';
import { ingestRange } from '../../src/ingestion/backfill/ingest-range.js';
import { ExecutionSource } from '../../src/node/execution/execution-source.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { forkSchedule } from '../../src/runtime/projection/projectors.js';
import { type Alteration, type AlteredNode, startAlteredNode } from '../fixture/altered-node.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { startIngestion, type TestIngestion, withoutClaims } from '../fixture/ingestion.js';
import { SimChain } from '../simulation/sim-chain.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';

let database: TestDatabase;
let node: SimulatedNode;
let other: SimulatedNode | undefined;
let twin: SimulatedNode | undefined;
let altered: AlteredNode | undefined;
let ingestion: TestIngestion | undefined;

beforeEach(async () => {
  database = await createDatabase({ migrated: true });
});
afterEach(async () => {
  await ingestion?.stop();
  await altered?.stop();
  await other?.stop();
  await twin?.stop();
  await node.stop();
  await database.drop();
  ingestion = other = twin = altered = undefined;
});

async function follow(urls: readonly string[]): Promise<TestIngestion> {
  ingestion = startIngestion({
    ...{ rpcUrls: urls, databaseUrl: database.url, firstBlock: node.chain.firstBlock },
    projectors: withoutClaims(),
  });
  return ingestion;
}
const headHash = (): string => node.chain.blocks.at(-1)!.hash;
const finalized = async (): Promise<number | undefined> =>
  (await new CanonicalChain(ingestion!.pool).finalized())?.number;

async function nodeThat(alter: Alteration): Promise<string> {
  altered = await startAlteredNode(() => node.url, alter);
  return altered.url;
}

describe('finality', () => {
  it('depends on stored blocks, whatever head a node once states', async () => {
    node = await startSimulatedNode({ seed: 71, without: ['finalized'] });
    await node.chain.extend(25);
    let lies = 1;
    const url = await nodeThat((method, [tag], result) =>
      method === 'eth_getBlockByNumber' && tag === 'latest' && lies-- > 0
        ? { ...(result as object), number: `0x${(node.chain.head!.number + 1000).toString(16)}` }
        : undefined,
    );
    const { reached, ingester } = await follow([url]);
    await reached(headHash());
    expect(await finalized()).toBeUndefined();
    await node.chain.reorg(20, 22);
    await reached(headHash());
    expect(ingester.state.stopped).toBe(false);
  });

  it('does not use the number of a final block of another branch', async () => {
    node = await startSimulatedNode({ seed: 72 });
    await node.chain.extend(150);
    const url = await nodeThat((method, [tag]) =>
      method === 'eth_getBlockByNumber' && tag === 'finalized'
        ? { ...node.chain.blocks[40]!.json, hash: `0x${'ab'.repeat(32)}` }
        : undefined,
    );
    const { reached, refusals } = await follow([url]);
    await reached(headHash());
    while (!refusals.some((refusal) => refusal.startsWith('finality'))) await setTimeout(10);
    expect(await finalized()).toBeUndefined();
  });

  it.each(['the same', 'another'])(
    'does not rise by depth if a node once names no final block, asked by %s process',
    async (by) => {
      node = await startSimulatedNode({ seed: 95 });
      await node.chain.extend(150);
      const named = node.chain.firstBlock + 20;
      node.chain.finalize(named);
      let nulls = 0;
      const url = await nodeThat((method, [tag]) =>
        method === 'eth_getBlockByNumber' && tag === 'finalized' && nulls-- > 0 ? null : undefined,
      );
      await (await follow([url])).reached(headHash());
      while ((await finalized()) !== named) await setTimeout(10);
      if (by === 'another') await ingestion!.stop();
      nulls = 3;
      const { reached, ingester } = by === 'another' ? await follow([url]) : ingestion!;
      // Below zero the next step has begun.
      while (nulls >= 0) await setTimeout(10);
      expect(await finalized()).toBe(named);
      await node.chain.reorg(80, 82);
      await reached(headHash());
      expect(await finalized()).toBe(named);
      expect(ingester.state.stopped).toBe(false);
    },
  );

  it('is the block that a node names, even if another names none', async () => {
    node = await startSimulatedNode({ seed: 96 });
    await node.chain.extend(150);
    const named = node.chain.firstBlock + 20;
    node.chain.finalize(named);
    const url = await nodeThat((method, [tag]) =>
      method === 'eth_getBlockByNumber' && tag === 'finalized' ? null : undefined,
    );
    await (await follow([url, node.url])).reached(headHash());
    while ((await finalized()) === undefined) await setTimeout(10);
    expect(await finalized()).toBe(named);
  });

  it('never falls: filling a gap below the final block keeps it', async () => {
    node = await startSimulatedNode({ seed: 73 });
    await node.chain.extend(200);
    const pool = createPool(database.url);
    const source = await ExecutionSource.connect([node.url], 1);
    const writer = await ChainWriter.open(pool, { projectors: withoutClaims() });
    const first = node.chain.firstBlock;
    const signal = new AbortController().signal;
    const ingest = async (from: number, to: number): Promise<number | undefined> => {
      await ingestRange(new VerifiedSource(source, forkSchedule()), writer, {
        fromBlock: first + from,
        toBlock: first + to,
        settledUpTo: first + to,
        signal,
      });
      await writer.finalize(undefined);
      return (await writer.chain.finalized())?.number;
    };
    try {
      expect(await ingest(100, 199)).toBe(first + 135);
      expect(await ingest(0, 49)).toBe(first + 135);
    } finally {
      writer.close();
      await source.close();
      await pool.end();
    }
  });
});

describe('nodes that disagree', () => {
  it('about the parent of a block are distinguished: the one whose blocks link is followed, and the other is named', async () => {
    node = await startSimulatedNode({ seed: 74 });
    await node.chain.extend(40);
    const fork = new SimChain({ seed: 74 });
    await fork.extend(40);
    await fork.reorg(10, 10);
    other = await startSimulatedNode({ seed: 74, chain: fork });
    // A load balancer over two backends on different branches, in front of an honest second node.
    let turn = 0;
    altered = await startAlteredNode(
      () => (turn++ % 2 === 0 ? node.url : other!.url),
      () => undefined,
    );
    await node.chain.extend(9);
    const { reached, refusals } = await follow([altered.url, node.url]);
    await reached(headHash());
    expect(refusals.join('\n')).toMatch(/parent|child names|has no block|replaced/);
    const asked = altered.calls;
    await setTimeout(500);
    expect(altered.calls - asked).toBeLessThan(500);
  });

  it('about the head do not delay each other', async () => {
    node = await startSimulatedNode({ seed: 75 });
    await node.chain.extend(20);
    const url = await nodeThat((method, [tag]) =>
      method === 'eth_getBlockByNumber' && tag === 'latest' ? node.chain.blocks[5]!.json : undefined,
    );
    const { reached } = await follow([url, node.url]);
    await reached(headHash());
    await node.chain.extend(5);
    await reached(headHash());
  });

  it('about their records are asked in turn: a pruned node leaves no hole while another has the traces', async () => {
    node = await startSimulatedNode({ seed: 76 });
    await node.chain.extend(20);
    const lesser = await startSimulatedNode({ seed: 76, chain: node.chain, without: ['debug', 'trace'] });
    try {
      const { reached, pool } = await follow([lesser.url, node.url]);
      await reached(headHash());
      const { rows } = await pool.query<{ family: string }>(
        `SELECT family FROM coverage WHERE ranges @> $1::int8 ORDER BY 1`,
        [node.chain.head!.number],
      );
      expect(rows.map(({ family }) => family)).toEqual([
        'blocks',
        'failed_frames',
        'frames',
        'ommers',
        'state_diff',
      ]);
    } finally {
      await lesser.stop();
    }
  });
});

describe('a fork above the final block', () => {
  const FORKED = 10;

  /** @returns a longer chain that branches off from the node's */
  async function forkOf(seed: number): Promise<SimChain> {
    node = await startSimulatedNode({ seed });
    await node.chain.extend(50);
    const fork = new SimChain({ seed });
    await fork.extend(50);
    await fork.reorg(FORKED, FORKED + 3);
    other = await startSimulatedNode({ seed, chain: fork });
    return fork;
  }

  async function isSetAside(): Promise<void> {
    const { refused } = ingestion!;
    while (!refused.includes(new URL(other!.url).host)) await setTimeout(10);
  }

  it('is not followed if the first named node contradicts it, though it is longer', async () => {
    const fork = await forkOf(97);
    const { reached, orphaned, refusals } = await follow([node.url, other!.url]);
    await reached(headHash());
    await isSetAside();
    for (let round = 0; round < 3; round++) {
      await fork.extend(1);
      await node.chain.extend(1);
      await reached(headHash());
    }
    expect(orphaned).toEqual([]);
    expect(refusals.join()).toContain('most nodes, or the one named first, have another block');
    // Blocks that the node itself replaces are replaced.
    await node.chain.reorg(5, 6);
    await reached(headHash());
  });

  it('is left for the chain of most nodes, though its node is named first and is ahead', async () => {
    const fork = await forkOf(98);
    twin = await startSimulatedNode({ seed: 98, chain: node.chain });
    const { reached } = await follow([other!.url, node.url, twin.url]);
    await reached(headHash());
    for (let round = 0; round < 3; round++) {
      await fork.extend(2);
      await node.chain.extend(1);
      await reached(headHash());
    }
  });

  it('does not become final before the other nodes have its blocks, though its node says so', async () => {
    node = await startSimulatedNode({ seed: 99 });
    await node.chain.extend(50);
    const fork = new SimChain({ seed: 99 });
    await fork.extend(50);
    await fork.extend(80);
    fork.finalize(node.chain.head!.number + 10);
    other = await startSimulatedNode({ seed: 99, chain: fork });
    const url = await nodeThat((method, [tag], result) => {
      if (method !== 'eth_getBlockByNumber') return undefined;
      if (tag === 'finalized') return null;
      const now = `0x${Math.floor(Date.now() / 1_000).toString(16)}`;
      return tag === 'latest' ? { ...(result as object), timestamp: now } : undefined;
    });
    const { reached, refusals } = await follow([url, other.url]);
    await reached(fork.blocks.at(-1)!.hash);
    while (!refusals.some((refusal) => refusal.startsWith('finality of block'))) await setTimeout(10);
    expect((await finalized()) ?? 0).toBeLessThanOrEqual(node.chain.head!.number);
  });
});

describe('a node on a dead fork', () => {
  const AHEAD = 170;
  const BEHIND = 120;
  let isAway = false;

  async function storeThenStop(): Promise<void> {
    isAway = false;
    node = await startSimulatedNode({ seed: 74 });
    await node.chain.extend(150);
    altered = await startAlteredNode(
      () => node.url,
      () => undefined,
      () => isAway,
    );
    const { reached, stop } = await follow([altered.url]);
    await reached(headHash());
    while ((await finalized()) === undefined) await setTimeout(10);
    await stop();
  }

  async function followBeside(length: number): Promise<TestIngestion> {
    const fork = new SimChain({ seed: 74 });
    await fork.extend(50);
    await fork.reorg(30, length - 20);
    other = await startSimulatedNode({ seed: 74, chain: fork });
    return follow([altered!.url, other.url]);
  }

  async function isLeftOut(): Promise<void> {
    const { ingester, refusals } = ingestion!;
    while (!refusals.some((refusal) => refusal.includes('which was final'))) {
      expect(ingester.state.stopped).toBe(false);
      await setTimeout(10);
    }
  }

  it.each([0, 5])(
    'is left out and named while a healthy node is %i blocks ahead of the store',
    async (blocks) => {
      await storeThenStop();
      await node.chain.extend(blocks);
      const { reached, ingester } = await followBeside(AHEAD);
      await isLeftOut();
      await reached(headHash());
      await node.chain.extend(5);
      await reached(headHash());
      expect(ingester.state.stopped).toBe(false);
    },
  );

  it('does not end ingestion while the healthy node is down', async () => {
    await storeThenStop();
    const { reached, ingester, refusals } = await followBeside(BEHIND);
    await reached(headHash());
    isAway = true;
    await isLeftOut();
    // Waits until nodes are connected to again, and the healthy one is unreachable.
    while (!refusals.some((refusal) => refusal.startsWith('connect'))) await setTimeout(10);
    await node.chain.extend(5);
    isAway = false;
    await reached(headHash());
    expect(ingester.state.stopped).toBe(false);
  });

  it('ends ingestion if every node is on the dead fork', async () => {
    await storeThenStop();
    await followBeside(AHEAD);
    await ingestion!.stop();
    twin = await startSimulatedNode({ seed: 74, chain: other!.chain });
    const { ingester } = await follow([other!.url, twin.url]);
    while (!ingester.state.stopped) await setTimeout(10);
    expect(ingester.state.failure).toContain('which was final');
  });
});
