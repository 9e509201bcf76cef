import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { StartedParts } from '../../runtime/lifecycle/started-parts.js';

/** The work of a command: a module that is given what it needs, from `CommandModule` and its other imports. */
interface Work<A extends unknown[]> {
  run(...parameters: A): Promise<void>;
}

/**
 * Loads and composes the work of a command, runs it, and stops what it started. The work is loaded only here,
 * because `--help` and a mistyped option do not need it.
 */
export async function runIn<A extends unknown[]>(
  load: () => Promise<Type<Work<A>>>,
  ...parameters: A
): Promise<void> {
  const work = await load();
  const app = await NestFactory.createApplicationContext(work, { logger: false, abortOnError: false });
  const parts = app.get(StartedParts, { strict: false });
  try {
    await app.get(work).run(...parameters);
  } finally {
    await app.close();
    // `close` hides errors of stopping; `stop` throws the first of them.
    await parts.stop();
  }
}
