import type { Pool } from 'pg';
import { pendingReadCount } from '../../ingestion/read/pending-reads.js';
import type { ReadAnswerer } from '../../ingestion/read/read-answerer.js';
import { ProgressMeter } from '../progress/progress-meter.js';

/** Results lead to further reads: from a proxy to its implementation, and from each slot that a tracked call reads to the next one. */
const PASSES = 64;
/** A few questions may stay without an answer where others have one. */
const FRUITLESS_PASSES = 3;

/**
 * Answers open state reads, and those that their results lead to, until none is open, nodes do not answer or `stop` is aborted. Shows
 * progress, and reports open reads: they are no failure, as they are retried.
 */
export async function answerReads(
  answerer: Pick<ReadAnswerer, 'pass'>,
  pool: Pool,
  stop: AbortSignal,
  say: (line: string) => void = console.log,
): Promise<void> {
  const meter = new ProgressMeter('asking about state', 'questions');
  let done = 0;
  let why: string | undefined;
  let fruitless = 0;
  try {
    for (let passes = 0; passes < PASSES && fruitless < FRUITLESS_PASSES && !stop.aborted; passes++) {
      const open = await pendingReadCount(pool);
      if (open === 0) return;
      const pass = await answerer.pass(stop, Number.POSITIVE_INFINITY, ({ answered }) => {
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
