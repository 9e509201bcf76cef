import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { sequenceOf } from '../publication.js';

const PATIENCE_MS = 5_000;
const LOOK_MS = 10;

/** Rows of several nodes changed whenever they were read. */
export class NotWhole extends Error {
  override readonly name = 'NotWhole';
}

/**
 * Reads again until nothing was published meanwhile: each node has a snapshot of its own. An error of `read`,
 * too, counts only then.
 *
 * @throws NotWhole after five seconds
 */
export async function readWhole<T>(pool: Pool, read: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const before = await sequenceOf(pool);
    if (before % 2 === 0) {
      const [outcome] = await Promise.allSettled([read()]);
      if ((await sequenceOf(pool)) === before) {
        if (outcome.status === 'rejected') throw outcome.reason;
        return outcome.value;
      }
    }
    if (performance.now() > deadline) throw new NotWhole('rows change faster than they can be read');
    await setTimeout(LOOK_MS);
  }
}
