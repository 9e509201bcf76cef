import type { Pool } from 'pg';
import { readDefinitions } from '../src/definition/read-definitions.js';
import { engineDatabases } from './engine-database.js';
import { measureAtBlock } from './evaluate-at-block.js';
import { BenchEngine } from './evaluate-engine.js';
import { fillIntervals, SEGMENTS, SUBJECTS } from './evaluate-intervals.js';
import { measurePairs, type PairFigures } from './evaluate-pairs.js';
import { measureRates } from './evaluate-rates.js';

const POPULATIONS = [1_000, 10_000, 100_000];
const RATED = 10_000;
/** Proofs against the fixed-shape limit, at least. */
const LEAST_RATIO = 0.7;

const verdict = (met: boolean, text: string): void => console.log(`${met ? 'met   ' : 'missed'} ${text}`);
const definitions = readDefinitions(false);
const databases = await engineDatabases();

function onDatabase<T>(work: (pool: Pool, engine: BenchEngine) => Promise<T>): Promise<T> {
  return databases.on(async (pool) => work(pool, await BenchEngine.open(pool, definitions)));
}

function printPairs(all: readonly PairFigures[]): void {
  const a = (of: 'pairs' | 'evaluations' | 'proofs', { figures }: PairFigures): number =>
    Math.round(figures.reduce((sum, one) => sum + one[of], 0) / figures.length);
  console.table(
    all.map((one) => ({
      'subjects present': one.subjects,
      'pairs a block': a('pairs', one),
      'evaluations a block': a('evaluations', one),
      'proofs a block': a('proofs', one),
      'CPU ms a block': Number(one.cpuMs.toFixed(1)),
    })),
  );
  const texts = new Set(all.map(({ figures }) => JSON.stringify(figures)));
  verdict(texts.size === 1, 'every block costs as many judgements, however many subjects there are');
}

try {
  const pairs: PairFigures[] = [];
  for (const subjects of POPULATIONS) {
    await onDatabase(async (_, engine) => {
      pairs.push(await measurePairs(engine, subjects));
      if (subjects !== RATED) return;
      const { evaluations, proofs, limit, bytes } = await measureRates(engine, definitions, subjects);
      console.log(`${Math.round(evaluations)} evaluations/s, of which most prove nothing`);
      console.log(
        `${Math.round(proofs)} proofs/s, judged, written and hashed; ${Math.round(bytes)} bytes each`,
      );
      console.log(
        `${Math.round(limit)} proofs/s at the limit: the same records written by generated code and hashed`,
      );
      const ratio = proofs / limit;
      verdict(ratio >= LEAST_RATIO, `${ratio.toFixed(2)} of the limit, at least ${LEAST_RATIO}`);
    });
  }
  printPairs(pairs);
  await onDatabase(async (pool, engine) => {
    await fillIntervals(pool, engine, definitions);
    const { p50Ms, p99Ms, intervals, accesses, isIndexWalk } = await measureAtBlock(pool);
    console.log(
      `claims at a block, of ${SUBJECTS * SEGMENTS} intervals: p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms, ${intervals.toFixed(1)} intervals an answer`,
    );
    for (const access of accesses) console.log(`  ${access}`);
    verdict(isIndexWalk, 'an index walk in every table that grows with history');
  });
} finally {
  await databases.stop();
}
