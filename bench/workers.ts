import { availableParallelism } from 'node:os';
import { createPool } from '../src/platform/postgres/pool.js';
import { storeDigests } from '../test/fixture/store-digests.js';
import { startBenchDatabase } from './bench-database.js';
import { runContender, startPlayback } from './child-run.js';
import { ensureBlocks } from './generate-blocks.js';

/** How long the same blocks take with more workers, each measured in every round; the end of the log must be the same. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const WORKERS = [0, 1, ...(availableParallelism() > 2 ? [2] : []), availableParallelism()];

const { blocks } = await ensureBlocks();
const playback = await startPlayback();
const database = await startBenchDatabase();
const walls = new Map<number, number[]>(WORKERS.map((workers) => [workers, []]));
const digests = new Set<string>();

async function digestOf(databaseUrl: string): Promise<string> {
  const pool = createPool(databaseUrl, { applicationName: 'benchmark' });
  return storeDigests(pool).finally(() => pool.end());
}

try {
  const range = { first: blocks[0]!.number, last: blocks.at(-1)!.number };
  for (let round = 1; round <= ROUNDS; round++) {
    for (const workers of WORKERS) {
      const databaseUrl = await database.fresh('bench_workers');
      const node = playback.cpuSeconds();
      const report = await runContender('pipeline-run.js', {
        ...{ rpcUrl: playback.url, databaseUrl, workers, postmaster: database.postmaster },
        ...range,
      });
      // From the first request to the last claim: migrations and indexes are not what workers do.
      const { wallSeconds, cpuSeconds, databaseSeconds } = report.fill!;
      walls.get(workers)!.push(wallSeconds);
      digests.add(await digestOf(databaseUrl));
      console.log(
        `round ${round} of ${ROUNDS}, ${workers} workers: ${wallSeconds.toFixed(1)} s, ${(cpuSeconds + databaseSeconds).toFixed(1)} CPU s, ${(
          (cpuSeconds + databaseSeconds) / wallSeconds
        ).toFixed(
          2,
        )} cores busy, and the node ${((playback.cpuSeconds() - node) / wallSeconds).toFixed(2)}; peak ${report.peakMb.toFixed(0)} MB; ${Object.entries(
          report.stages,
        )
          .map(([stage, seconds]) => `${stage} ${seconds.toFixed(1)} s`)
          .join(', ')}`,
      );
    }
  }
  if (digests.size !== 1) throw new Error(`the stores differ: ${[...digests].join(', ')}`);
  const best = (workers: number): number => Math.min(...walls.get(workers)!);
  for (const workers of WORKERS)
    console.log(
      `${workers} workers: ${(best(workers) / best(0)).toFixed(2)} of the time without, ${(blocks.length / best(workers)).toFixed(1)} blocks/s`,
    );
  console.log(`one digest of the log, and one of the claims: ${[...digests][0]}`);
} finally {
  await database.drop('bench_workers');
  await database.stop();
  await playback.stop();
}
