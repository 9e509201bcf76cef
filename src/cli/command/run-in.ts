import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { StartedParts } from '../../runtime/lifecycle/started-parts.js';

/** The work of a command: a module that is given what it needs, from `CommandModule` and its other imports. */
interface Work<A extends unknown[]> {
  run(...parameters: A): Promise<void>;
}

/**
 * Loads and composes the work of a command, runs it, and stops what it started. Work is loaded only here, as `--help` and a mistyped option
 * need none of it.
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
    // For a failure to stop.
    await parts.stop();
  }
}
