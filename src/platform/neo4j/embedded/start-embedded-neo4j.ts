import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Child, startChild } from '../../process/child.js';
import { findFreePort } from '../../process/free-port.js';
import { KeptProcess, type Run } from '../../process/kept-process.js';
import { stopOrphan } from '../../process/pid-file.js';
import type { ProcessIdentity } from '../../process/process-identity.js';
import { ProcessLock } from '../../process/process-lock.js';
import { runOf } from '../../process/run-of-child.js';
import type { StopStep } from '../../process/stop-process.js';
import { serverJars } from './server-jars.js';

const LAUNCHER = fileURLToPath(new URL('../../../../../neo4j/Neo4jServer.java', import.meta.url));

/** Recovery after a kill replays what was not yet written in place. */
const READY_WITHIN_MS = 600_000;
/** The hook of the launcher shuts the database down; killed it recovers. */
const STOP_STEPS: readonly StopStep[] = [
  { signal: 'SIGTERM', withinMs: 60_000 },
  { signal: 'SIGKILL', withinMs: 5_000 },
];

const TELL_MS = 10_000;

export interface EmbeddedNeo4j {
  /** `bolt://127.0.0.1:<port>`, without a password: any program of this machine can connect. */
  readonly uri: string;
  /** The server's process as it runs now. */
  readonly identity: ProcessIdentity;
  readonly kept: KeptProcess;
  stop(): Promise<void>;
}

/** Gets messages, a line each. */
export interface Neo4jListener {
  /** How far its start is. */
  readonly say?: (line: string) => void;
  /** That it has ended, and whether it runs again. */
  readonly warn?: (line: string) => void;
}

/**
 * Starts a Neo4j Community on a directory, created when missing, and a free port of the loopback interface. A server left by a killed run
 * is ended first. A server that ends unexpectedly is restarted on the same port.
 * @throws Error with instructions: no Java, no Maven, a server that does not start
 */
export async function startEmbeddedNeo4j(
  dataDir: string,
  { say = () => undefined, warn = () => undefined }: Neo4jListener = {},
): Promise<EmbeddedNeo4j> {
  const home = resolve(dataDir);
  mkdirSync(home, { recursive: true });
  const release = await new ProcessLock(join(home, 'lock')).take(0);
  try {
    const jars = await serverJars(say);
    await stopOrphan(join(home, 'neo4j.pid'), STOP_STEPS);
    const port = await findFreePort();
    let child = await firstLaunch(() => launch(home, jars, port), say);
    const kept = new KeptProcess({
      name: 'the embedded Neo4j',
      async launch(): Promise<Run> {
        child = await launch(home, jars, port);
        return runOf(child);
      },
      say: warn,
      directory: home,
    });
    kept.keep(runOf(child));
    return {
      uri: `bolt://127.0.0.1:${port}`,
      get identity() {
        return child.identity;
      },
      kept,
      async stop() {
        await kept.stop();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

async function firstLaunch(start: () => Promise<Child>, say: (line: string) => void): Promise<Child> {
  const began = performance.now();
  const seconds = (): number => Math.round((performance.now() - began) / 1_000);
  say('starting Neo4j: some 10 s, longer the first time, on a busy machine and after a kill');
  const telling = setInterval(() => say(`starting Neo4j: ${seconds()} s so far`), TELL_MS);
  try {
    const child = await start();
    say(`Neo4j runs after ${seconds()} s`);
    return child;
  } finally {
    clearInterval(telling);
  }
}

function launch(home: string, jars: string, port: number): Promise<Child> {
  return startChild({
    name: 'Neo4j (it needs Java 17)',
    command: 'java',
    args: [
      ...['-Xmx512m', '-XX:+UseSerialGC', '-cp', join(jars, '*')],
      ...[LAUNCHER, join(home, 'server'), String(port)],
    ],
    cwd: home,
    pidFile: join(home, 'neo4j.pid'),
    readyLine: /^ready$/,
    readyWithinMs: READY_WITHIN_MS,
    stopSteps: STOP_STEPS,
  });
}
