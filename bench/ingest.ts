import { type BenchDatabase, startBenchDatabase } from './bench-database.js';
import type { BlockEntry } from './block-file.js';
import { runContender, startPlayback } from './child-run.js';
import { ensureBlocks } from './generate-blocks.js';
import { type Contender, type Measurement, printFigures } from './ingest-figures.js';
import { printSizes } from './ingest-sizes.js';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const ALL: readonly Contender[] = ['floor', 'pipeline', 'untracked', 'logged'];
/** `BENCH_CONTENDERS=pipeline,logged` compares two in more rounds of the same time. */
const CHOSEN = ALL.filter((name) => (process.env.BENCH_CONTENDERS ?? ALL.join()).split(',').includes(name));
const CONTENDERS: Readonly<
  Record<Contender, { readonly script: string; readonly without?: string; readonly logged?: boolean }>
> = {
  floor: { script: 'floor-run.js' },
  pipeline: { script: 'pipeline-run.js' },
  untracked: { script: 'pipeline-run.js', without: 'tracking' },
  logged: { script: 'pipeline-run.js', logged: true },
};

async function measure(
  contender: Contender,
  rpcUrl: string,
  database: BenchDatabase,
  blocks: readonly BlockEntry[],
): Promise<Measurement> {
  const name = `bench_${contender}`;
  const databaseUrl = await database.fresh(name);
  const before = database.cpuSeconds();
  const range = { first: blocks[0]!.number, last: blocks.at(-1)!.number };
  const { script, ...variant } = CONTENDERS[contender];
  const settings = { rpcUrl, databaseUrl, postmaster: database.postmaster, ...range, ...variant };
  const report = await runContender(script, settings);
  const measurement = { ...report, databaseCpuSeconds: database.cpuSeconds() - before };
  return { ...measurement, checksums: await database.checksums(name, contender === 'floor') };
}

/** Correctness first: a rate over wrong rows means nothing. */
function compare(floor: Measurement, pipeline: Measurement): void {
  for (const [table, sum] of Object.entries(floor.checksums)) {
    const found = pipeline.checksums[table];
    if (found !== sum) throw new Error(`${table}: the pipeline stored ${found}, the floor ${sum}`);
  }
}

const { blocks } = await ensureBlocks();
const playback = await startPlayback();
const database = await startBenchDatabase();
try {
  const measurements: Record<Contender, Measurement[]> = {
    floor: [],
    pipeline: [],
    untracked: [],
    logged: [],
  };
  for (let round = 1; round <= ROUNDS; round++) {
    // Every second round in the other order: a machine that gets slower is dearer for none of them.
    for (const contender of round % 2 === 1 ? CHOSEN : CHOSEN.toReversed()) {
      const measurement = await measure(contender, playback.url, database, blocks);
      measurements[contender].push(measurement);
      const cpu = measurement.cpuSeconds + measurement.databaseCpuSeconds;
      console.log(
        `round ${round} of ${ROUNDS}, ${contender}: ${cpu.toFixed(1)} CPU s, ${measurement.wallSeconds.toFixed(1)} s`,
      );
    }
    const [floor, pipeline] = [measurements.floor.at(-1), measurements.pipeline.at(-1)];
    if (floor && pipeline) compare(floor, pipeline);
  }
  printFigures(measurements, blocks);
  if (CHOSEN.includes('pipeline'))
    printSizes(
      await database.sizes('bench_pipeline'),
      blocks.reduce((sum, { transactions }) => sum + transactions, 0),
    );
} finally {
  for (const contender of CHOSEN) await database.drop(`bench_${contender}`);
  await database.stop();
  await playback.stop();
}
