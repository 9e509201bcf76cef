import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Child } from '../../process/child.js';
import { findFreePort } from '../../process/free-port.js';
import { KeptProcess, type Run } from '../../process/kept-process.js';
import { stopOrphan } from '../../process/pid-file.js';
import type { ProcessIdentity } from '../../process/process-identity.js';
import { ProcessLock } from '../../process/process-lock.js';
import { runOf } from '../../process/run-of-child.js';
import { classArchive } from './class-archive.js';
import { serverJars } from './server-jars.js';
import { launchServer, STOP_STEPS } from './server-process.js';

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
  /** Messages about its end and its restart. */
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
    const archive = await classArchive(jars, say);
    const options = archive === undefined ? [] : [`-XX:SharedArchiveFile=${archive}`];
    const port = await findFreePort();
    const launch = () => launchServer(home, jars, port, options);
    let child = await firstLaunch(launch, say);
    const kept = new KeptProcess({
      name: 'the embedded Neo4j',
      async launch(): Promise<Run> {
        child = await launch();
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
