import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Settings of a serving process of this benchmark, as JSON in `BENCH_READ`. */
export interface ReadSettings {
  readonly databaseUrl: string;
  /** The queries behind each target, for the contender that does nothing else. */
  readonly plan?: string;
}

/** As many connections as the service has, with plans as it has them. */
export const READ_POOL = {
  applicationName: 'benchmark',
  statementTimeoutMs: 10_000,
  readsInOrder: true,
} as const;

/** The pool of the service. */
export const SERVICE_POOL = { ...READ_POOL, staysOpen: true } as const;

/** A serving process. */
export interface Server {
  readonly origin: string;
  /** Processor seconds it has used so far. */
  cpuSeconds(): Promise<number>;
  stop(): Promise<void>;
}

export async function startServer(script: string, settings: ReadSettings): Promise<Server> {
  const child = spawn(process.execPath, [join(import.meta.dirname, script)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, BENCH_READ: JSON.stringify(settings) },
  });
  const port = await reported<number>(child);
  return {
    origin: `http://127.0.0.1:${port}`,
    cpuSeconds() {
      child.send('cpu');
      return reported<number>(child);
    },
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** The next message of the process. */
async function reported<T>(child: ChildProcess): Promise<T> {
  const over = new AbortController();
  const { signal } = over;
  try {
    const [message] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(() => {
        throw new Error('a serving process has ended');
      }),
    ]);
    return message as T;
  } finally {
    over.abort();
  }
}

/** The serving side: sends the port, then its processor time on request; ends with its parent. */
export function serving(port: number): void {
  process.send!(port);
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send!((user + system) / 1e6);
  });
  process.on('disconnect', () => process.exit(0));
}

/** The settings of this process. */
export const readSettings = (): ReadSettings => JSON.parse(process.env.BENCH_READ!) as ReadSettings;
