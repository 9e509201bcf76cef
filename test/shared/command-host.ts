import { fileURLToPath } from 'node:url';
import { startChild } from '../../src/platform/process/child.js';
import { PATIENCE_MS } from '../patience.js';
import { askShared } from './ask-shared.js';
import type { SharedServer } from './shared-server.js';

const SCRIPT = fileURLToPath(new URL('./command-process.js', import.meta.url));

export interface CommandAsked {
  readonly parameters: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}

/** Exit status and output of a command. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface CommandHost {
  readonly url: string;
}

/**
 * Starts a process that has loaded the command line and runs commands on request.
 *
 * @param cwd folder in which commands run; by default the current one
 */
export async function startCommandHost(cwd = process.cwd()): Promise<SharedServer<CommandHost>> {
  const child = await startChild({
    name: 'the host of commands',
    command: process.execPath,
    args: [SCRIPT],
    cwd,
    readyLine: /^commands at (\S+)$/,
    readyWithinMs: PATIENCE_MS,
  });
  return { reported: { url: child.ready![1]! }, stop: () => child.stop() };
}

/** Runs a command to its end in the process that test files share. */
export async function runInHost(asked: CommandAsked): Promise<Ended> {
  return runAt((await askShared<CommandHost>('commandHost')).url, asked);
}

/** Runs a command to its end in the process that listens at the URL. */
export async function runAt(url: string, asked: CommandAsked): Promise<Ended> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(asked) });
  return (await answer.json()) as Ended;
}
