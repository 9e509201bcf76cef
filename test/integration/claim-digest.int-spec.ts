import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { genesisFrom } from '../../src/cli/genesis.js';
import { allProjectors, forkSchedule } from '../../src/cli/projectors.js';
import { type DemoChain, startDemoChain } from '../../src/demo/demo-chain.js';
import { type ClaimDigest, claimDigest } from '../../src/evaluation/store/claim-digest.js';
import { ProjectionRunner } from '../../src/event-store/projection-runner.js';
import { WriterLease } from '../../src/event-store/writer-lease.js';
import { ingestRange } from '../../src/ingestion/backfill/ingest-range.js';
import { ChainWriter } from '../../src/ingestion/chain-writer.js';
import { ReadAnswerer } from '../../src/ingestion/read/read-answerer.js';
import { VerifiedSource } from '../../src/ingestion/verified-source.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { ExecutionSource } from '../../src/source/execution/execution-source.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { Prng } from '../simulation/prng.js';

type Range = readonly [from: number, to: number];

const LONGEST_RANGE = 40;

describe('the digest of all that is proven of the demo chain', () => {
  const closing: (() => Promise<unknown>)[] = [];
  let chain: DemoChain;
  let source: ExecutionSource;
  let forwards: ClaimDigest;

  beforeAll(async () => {
    chain = await startDemoChain();
    source = await ExecutionSource.connect([chain.url], 1, () => undefined);
    const { pool } = await ingested([[chain.firstBlock, chain.height()]]);
    forwards = await digestOf(pool);
  }, 120_000);
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  afterAll(async () => {
    await source?.close();
    await chain?.stop();
  });

  const projectors = () => allProjectors({ firstBlock: chain.firstBlock, isDemo: true });
  const digestOf = (pool: Pool) => inTransaction(pool, claimDigest, { isolation: 'repeatable read' });

  /** A database that ingested the ranges one after the other, and answered what was asked in between now and then. */
  async function ingested(ranges: readonly Range[], answersAfter = (_: number) => false) {
    const database: TestDatabase = await createDatabase({ migrated: true });
    const pool = createPool(database.url);
    closing.push(
      () => database.drop(),
      () => pool.end(),
    );
    const genesis = await genesisFrom(chain.firstBlock, undefined, chain.genesis);
    const verified = new VerifiedSource(source, forkSchedule(), undefined, genesis);
    const writer = await ChainWriter.open(pool, { projectors: projectors() });
    const answerer = new ReadAnswerer(source, writer, pool);
    const { signal } = new AbortController();
    try {
      for (const [at, [from, to]] of ranges.entries()) {
        await ingestRange(verified, writer, { from, to, settledUpTo: to, signal });
        if (answersAfter(at)) await answerer.pass(signal);
      }
      // Answers make other things be asked.
      while ((await answerer.pass(signal)).answered > 0);
    } finally {
      writer.close();
    }
    return { pool };
  }

  it('says something', () => {
    expect(forwards.segments).toBeGreaterThan(1_000);
  });

  it.each([1, 2, 3])(
    'is the same when ranges come in random order, and answers now and then (seed %i)',
    async (seed) => {
      const random = new Prng(seed);
      const ranges = shuffled(cut(chain.firstBlock, chain.height(), random), random);
      const { pool } = await ingested(ranges, () => random.chance(0.3));
      expect(await digestOf(pool)).toEqual(forwards);
    },
    120_000,
  );

  it('is the same after everything proven is thrown away and rebuilt', async () => {
    const { pool } = await ingested([[chain.firstBlock, chain.height()]]);
    const lease = await WriterLease.take(pool, 1_000);
    try {
      const evaluation = projectors().find(({ name }) => name === 'evaluation')!;
      await new ProjectionRunner(pool, lease).rebuild(evaluation);
    } finally {
      lease.release();
    }
    expect(await digestOf(pool)).toEqual(forwards);
  }, 120_000);
});

function cut(from: number, to: number, random: Prng): Range[] {
  const ranges: Range[] = [];
  for (let start = from; start <= to; ) {
    const end = Math.min(to, start + random.between(0, LONGEST_RANGE - 1));
    ranges.push([start, end]);
    start = end + 1;
  }
  return ranges;
}

function shuffled(ranges: readonly Range[], random: Prng): Range[] {
  const rest = [...ranges];
  return ranges.map(() => rest.splice(random.between(0, rest.length - 1), 1)[0]!);
}
