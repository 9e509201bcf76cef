import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Child, startChild } from '../../process/child.js';
import { findFreePort } from '../../process/free-port.js';
import { stopOrphan } from '../../process/pid-file.js';
import type { ProcessIdentity } from '../../process/process-identity.js';
import { ProcessLock } from '../../process/process-lock.js';
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
const RESTART_PAUSE_MS = 1_000;

export interface EmbeddedNeo4j {
  /** `bolt://127.0.0.1:<port>`, without a password: any program of this machine can connect. */
  readonly uri: string;
  /** The server's process as it runs now. */
  readonly identity: ProcessIdentity;
  stop(): Promise<void>;
}

/**
 * Starts a Neo4j Community on a directory, made when missing, and a free port of the loopback interface. A server that a killed run
 * left there is ended first. One that ends without being told to is started again on the same port; `say` is told of it.
 * @throws Error saying what to do: no Java, no Maven, a server that does not start.
 */
export async function startEmbeddedNeo4j(
  dataDir: string,
  say: (line: string) => void = () => undefined,
): Promise<EmbeddedNeo4j> {
  const home = resolve(dataDir);
  mkdirSync(home, { recursive: true });
  const release = await new ProcessLock(join(home, 'lock')).take(0);
  try {
    const jars = await serverJars();
    await stopOrphan(join(home, 'neo4j.pid'), STOP_STEPS);
    const port = await findFreePort();
    const server = new KeptServer(() => launch(home, jars, port), say);
    await server.start();
    return {
      uri: `bolt://127.0.0.1:${port}`,
      get identity() {
        return server.identity;
      },
      async stop() {
        await server.stop();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
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

/** A server that is started again when it ends by itself. */
class KeptServer {
  #child: Child | undefined;
  #stopped = false;
  #kept: Promise<void> = Promise.resolve();

  constructor(
    private readonly launch: () => Promise<Child>,
    private readonly say: (line: string) => void,
  ) {}

  get identity(): ProcessIdentity {
    return this.#child!.identity;
  }

  async start(): Promise<void> {
    this.#child = await this.launch();
    this.#kept = this.#keep(this.#child);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#child?.stop();
    await this.#kept;
  }

  async #keep(first: Child): Promise<void> {
    let child: Child | undefined = first;
    for (;;) {
      await child?.exited;
      if (!this.#stopped) this.say('the embedded Neo4j has ended: starting it again');
      if (!this.#stopped) await sleep(RESTART_PAUSE_MS);
      if (this.#stopped) return;
      child = await this.launch().catch((error: unknown) => {
        this.say(`the embedded Neo4j did not start: ${error instanceof Error ? error.message : error}`);
        return undefined;
      });
      if (child) this.#child = child;
      // Told to stop while it was on its way up.
      if (this.#stopped) await child?.stop();
    }
  }
}
