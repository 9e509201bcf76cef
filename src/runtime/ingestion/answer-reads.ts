import type { Pool } from 'pg';
import { newestSettled } from '../../domain/chain/protocol/reorg-depth.js';
import { pendingReadCount } from '../../ingestion/read/pending-reads.js';
import type { ReadAnswerer } from '../../ingestion/read/read-answerer.js';
import type { ExecutionSource } from '../../node/execution/execution-source.js';
import { SourceExhausted } from '../../node/rpc/node-refusal.js';
import { ProgressMeter } from '../progress/progress-meter.js';

/**
 * Passes at most. Results lead to further reads: from a proxy to its implementation, and from each slot that
 * a tracked call reads to the next one.
 */
const PASSES = 64;
/** Passes without any answer, after which it gives up: a node may leave a few questions open. */
const FRUITLESS_PASSES = 3;

/**
 * Answers open state reads, and those that their results lead to, until none is open, nodes do not answer or `stop` is aborted. Shows
 * progress, and reports open reads: they are no failure, as they are retried.
 */
export async function answerReads(
  answerer: Pick<ReadAnswerer, 'pass'>,
  source: Pick<ExecutionSource, 'head' | 'finalized'>,
  pool: Pool,
  stop: AbortSignal,
  say: (line: string) => void = console.log,
): Promise<void> {
  const meter = new ProgressMeter('asking about state', 'questions');
  let done = 0;
  let why: string | undefined;
  let fruitless = 0;
  let settledUpTo: number | undefined;
  try {
    for (let passes = 0; passes < PASSES && fruitless < FRUITLESS_PASSES && !stop.aborted; passes++) {
      const open = await pendingReadCount(pool);
      if (open === 0) return;
      settledUpTo ??= await settledNow(source);
      const pass = await answerer.pass(stop, settledUpTo, Number.POSITIVE_INFINITY, ({ answered }) => {
        meter.show(done + answered, done + open);
      });
      done += pass.answered;
      if (pass.answered === 0) fruitless++;
      why = pass.why ?? why;
    }
  } finally {
    meter.end();
  }
  if (stop.aborted) return;
  const open = await pendingReadCount(pool);
  if (open > 0)
    say(
      `${open} questions about state stay open${why === undefined ? '' : ` (${why})`}: the next ingest asks again, and so does the service`,
    );
}

/** The newest settled block. Where no node tells it, no block counts as settled, and more reads stay open. */
async function settledNow(source: Pick<ExecutionSource, 'head' | 'finalized'>): Promise<number> {
  try {
    return newestSettled((await source.head()).number, (await source.finalized())?.number);
  } catch (error) {
    if (error instanceof SourceExhausted) return -1;
    throw error;
  }
}
