import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { planAtMainnet, type SentStatement } from '../../bench/capacity-plans.js';
import { notedPool } from '../../bench/noted-pool.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { VerifiedSource } from '../../src/ingestion/append/verified-source.js';
import { ingestRange } from '../../src/ingestion/backfill/ingest-range.js';
import { ExecutionSource } from '../../src/node/execution/execution-source.js';
import { dropReadIndexes } from '../../src/platform/postgres/read-indexes.js';
import { allProjectors, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { type OpenedDatabase, openNewDatabase } from '../fixture/opened-database.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';

const BLOCKS = 60;
const MAX_VALUES = 3;

describe('a fill without the indexes that only reads need', () => {
  let node: SimulatedNode;
  let database: OpenedDatabase;
  const sent = new Map<string, SentStatement[]>();
  beforeAll(async () => {
    node = await startSimulatedNode({ seed: 27_182 });
    await node.chain.extend(BLOCKS);
    database = await openNewDatabase();
    const pool = notedPool(database.pool, ({ name, text, values = [] }) => {
      const known = sent.get(text) ?? [];
      if (known.length < MAX_VALUES) known.push({ name: name ?? text.trim().slice(0, 60), text, values });
      sent.set(text, known);
    });
    const execution = await ExecutionSource.connect([node.url], 1, () => undefined);
    const projectors = allProjectors({ firstBlock: node.chain.firstBlock, isDemo: false });
    const writer = await ChainWriter.open(pool, { projectors });
    await dropReadIndexes(database.pool);
    const { firstBlock: fromBlock } = node.chain;
    const toBlock = fromBlock + BLOCKS - 1;
    await ingestRange(new VerifiedSource(execution, forkSchedule()), writer, {
      ...{ fromBlock, toBlock, settledUpTo: toBlock },
      signal: new AbortController().signal,
    });
    writer.close();
    await execution.close();
  }, 240_000);
  afterAll(async () => {
    await database?.drop();
    await node?.stop();
  });

  it('sends no statement that reads more the longer the chain is', async () => {
    const statements = [...sent.values()]
      .flat()
      .filter(({ text }) => /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)/i.test(text));
    const { planned, wholeReads, longScans } = await planAtMainnet(database.pool, statements);
    expect(planned).toBeGreaterThan(60);
    expect(wholeReads).toEqual([]);
    expect(longScans).toEqual([]);
  }, 120_000);
});
