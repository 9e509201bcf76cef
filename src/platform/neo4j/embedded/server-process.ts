import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Child, startChild } from '../../process/child.js';
import type { StopStep } from '../../process/stop-process.js';

const LAUNCHER = fileURLToPath(new URL('../../../../../neo4j/Neo4jServer.java', import.meta.url));

/** Recovery after a kill replays what was not yet written in place. */
const READY_WITHIN_MS = 600_000;
/** At SIGTERM the launcher shuts the database down. A killed database recovers at the next start. */
export const STOP_STEPS: readonly StopStep[] = [
  { signal: 'SIGTERM', withinMs: 60_000 },
  { signal: 'SIGKILL', withinMs: 5_000 },
];

/** Starts a server on a directory and a port; resolves when it answers. */
export function launchServer(
  home: string,
  jars: string,
  port: number,
  options: readonly string[] = [],
): Promise<Child> {
  return startChild({
    name: 'Neo4j (it needs Java 17)',
    command: 'java',
    args: [
      ...['-Xmx512m', '-XX:+UseSerialGC', ...options, '-cp', join(jars, '*')],
      ...[LAUNCHER, join(home, 'server'), String(port)],
    ],
    cwd: home,
    pidFile: join(home, 'neo4j.pid'),
    readyLine: /^ready$/,
    readyWithinMs: READY_WITHIN_MS,
    stopSteps: STOP_STEPS,
  });
}
