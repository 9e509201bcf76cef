import type { Pool } from 'pg';
import { pendingReadCount } from '../ingestion/read/pending-reads.js';
import type { ReadAnswerer } from '../ingestion/read/read-answerer.js';
import { ProgressMeter } from './progress-meter.js';

/** Answers lead to questions, but not far: from a proxy to its implementation, and what that says of itself. */
const PASSES = 8;
/** A few questions may stay without an answer where others have one. */
const FRUITLESS_PASSES = 3;

/**
 * Answers what the evaluation wants to know about state, and what the answers make it want to know, until nothing is open, nodes do not
 * answer or `stop` is aborted. Shows progress, and says what stays open: that is no failure, as it is asked again.
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
