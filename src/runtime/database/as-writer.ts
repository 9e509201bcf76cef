import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { LeaseRefused, WriterLease } from '../../event-store/writer-lease.js';

/** A writer that has just been stopped or killed is gone within this time. */
const LEASE_WAIT_MS = 5_000;
const LOOK_MS = 500;

/** Work for the writer of a database alone, such as building indexes that an earlier writer left out. */
interface WritersWork<Missing> {
  /** Empty when all is done. */
  find(): Promise<readonly Missing[]>;
  /** The missing parts for people, a line. */
  describe(missing: readonly Missing[]): string;
  work(missing: readonly Missing[], lease: WriterLease): Promise<void>;
}

/** Does the work until nothing is missing. While another process writes, it waits for that one to do it. */
export async function asWriter<Missing>(
  pool: Pool,
  { find, describe, work }: WritersWork<Missing>,
  say: (line: string) => void,
): Promise<void> {
  for (let missing = await find(); missing.length > 0; missing = await find()) {
    say(describe(missing));
    try {
      const lease = await WriterLease.take(pool, LEASE_WAIT_MS);
      try {
        await work(missing, lease);
      } finally {
        lease.release();
      }
    } catch (error) {
      if (!(error instanceof LeaseRefused)) throw error;
      say(`waiting for the other writer: ${error.message}`);
    }
  }
}

/**
 * Waits until another process has done all of it. Writes nothing.
 *
 * @param describe says what is missing, in a line that is printed when it changes
 */
export async function untilDone<Missing>(
  { find, describe }: Pick<WritersWork<Missing>, 'find' | 'describe'>,
  say: (line: string) => void,
): Promise<void> {
  let said = '';
  for (let missing = await find(); missing.length > 0; missing = await find()) {
    const line = describe(missing);
    if (line !== said) say(line);
    said = line;
    await setTimeout(LOOK_MS);
  }
}
