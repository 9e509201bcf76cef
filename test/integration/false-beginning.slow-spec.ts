import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { checkBeginning } from '../../src/event-store/check-beginning.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { VerifiedSource, withoutAllocation } from '../../src/ingestion/append/verified-source.js';
import { ingestRange } from '../../src/ingestion/backfill/ingest-range.js';
import { BlockWorkers } from '../../src/ingestion/worker/block-workers.js';
import { ExecutionSource } from '../../src/node/execution/execution-source.js';
import { readConfig } from '../../src/platform/config/config.js';
import { openDatabase } from '../../src/runtime/database/open-database.js';
import { allProjectors, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { startIngestion } from '../fixture/ingestion.js';
import { type OpenedDatabase, openNewDatabase } from '../fixture/opened-database.js';
import { NO_PARENT } from '../simulation/sim-chain.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';

const CHAIN = { seed: 16_180 };
/** The ingester begins with the lowest of these blocks, as deep as blocks are settled. */
const BLOCKS = 65;
const REFUSED = /false_genesis .*it names no parent/;

let honest: SimulatedNode;
/** Serves the same blocks, except that the lowest names no parent, which changes all hashes above. */
let liar: SimulatedNode;
let database: OpenedDatabase;
let first: number;

beforeEach(async () => {
  honest = await startSimulatedNode(CHAIN);
  liar = await startSimulatedNode({ ...CHAIN, parentHash: NO_PARENT });
  for (const { chain } of [honest, liar]) await chain.extend(BLOCKS);
  first = honest.chain.firstBlock;
  database = await openNewDatabase();
});
afterEach(async () => {
  await database.drop();
  await liar.stop();
  await honest.stop();
});

const hostOf = ({ url }: SimulatedNode): string => new URL(url).host;

/** Stores the blocks of the liar with this many workers. @returns the refusals */
async function store(
  workers: number,
  from: number,
  begins: number,
  toBlock = first + BLOCKS - 1,
): Promise<string[]> {
  const refused: string[] = [];
  const onRefusal = (_: string, { reason }: { readonly reason: string }) => void refused.push(reason);
  const execution = await ExecutionSource.connect([liar.url], 1, onRefusal);
  const schedule = forkSchedule();
  const own = new VerifiedSource(execution, schedule, undefined, withoutAllocation({ number: begins }));
  const source = new BlockWorkers(own, schedule, workers, { onRefusal, onLost: () => undefined });
  const writer = await ChainWriter.open(database.pool, { projectors: allProjectors() });
  const { signal } = new AbortController();
  try {
    await ingestRange(source, writer, { fromBlock: from, toBlock, settledUpTo: toBlock, signal });
  } catch (error) {
    refused.push((error as Error).message);
  } finally {
    writer.close();
    await source.close();
    await execution.close();
  }
  return refused;
}

const stored = async () => (await database.pool.query('SELECT number FROM canonical_block')).rows.length;

describe('a node with a block without a parent where the chain does not begin', () => {
  it('is named and passed over by the ingester, which stores the chain of the next node', async () => {
    const ingestion = startIngestion({
      rpcUrls: [liar.url, honest.url],
      databaseUrl: database.url,
      firstBlock: 0,
    });
    try {
      await ingestion.reached(honest.chain.head!.hash);
      expect(ingestion.refusals.find((one) => REFUSED.test(one))).toContain('"firstBlock":0');
      expect(new Set(ingestion.refused)).toEqual(new Set([hostOf(liar)]));
    } finally {
      await ingestion.stop();
    }
  });

  it.each([0, 1])('has no block stored as the start of a range (%d workers)', async (workers) => {
    expect((await store(workers, first, 0)).join()).toMatch(REFUSED);
    expect(await stored()).toBe(0);
    // Later blocks show nothing about the start.
    expect(await store(workers, first + 1, 0)).toEqual([]);
    const { rows } = await database.pool.query(`SELECT is_whole FROM covered_range('{state_diff}', $1)`, [
      first + 1,
    ]);
    expect(rows).toEqual([{ is_whole: false }]);
  });

  it.each([0, 1])('is believed if the chain begins there (%d workers)', async (workers) => {
    expect(await store(workers, first, first)).toEqual([]);
    expect(await stored()).toBe(BLOCKS);
    expect(await checkBeginning(database.pool, first)).toEqual([]);
    // An earlier version would have stored such blocks.
    expect(await checkBeginning(database.pool, 0)).toEqual([
      expect.stringContaining(`block ${first} names no parent, and the chain begins with block 0`),
    ]);
  });
});

describe('a FIRST_BLOCK with which the chain does not begin', () => {
  it('is refused with the parent of that block, and nothing is stored', async () => {
    const begins = first + 3;
    const why = await store(0, begins, begins);
    expect(why.join()).toMatch(
      /false_genesis .*FIRST_BLOCK says that the chain begins with it, and it names a parent/,
    );
    expect(await stored()).toBe(0);
  });

  it('does not open a database with that block, or with another start', async () => {
    const begins = first + 3;
    expect(await store(0, begins, first)).toEqual([]);
    const open = (lowest: number) =>
      openDatabase(
        readConfig({ RPC_URLS: liar.url, DATABASE_URL: database.url, FIRST_BLOCK: `${lowest}` }),
        'expect',
      ).then((opened) => opened.close());
    await expect(open(begins)).rejects.toThrow(
      `block ${begins} names a parent, so the chain does not begin with it: leave FIRST_BLOCK out`,
    );
    expect(await checkBeginning(database.pool, begins)).toEqual([expect.stringContaining('names a parent')]);
    await open(0);
    await open(first);
    expect(await store(0, first, first, begins - 1)).toEqual([]);
    await open(first);
    await expect(open(0)).rejects.toThrow(
      `block ${first} names no parent, and the chain begins with block 0: set FIRST_BLOCK`,
    );
  });
});
