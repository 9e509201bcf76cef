import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from '../fixture/database.js';

/** Database and data directory of a stopped service that ingested the demo chain. */
export interface DemoTemplate {
  /** Name of a database without connections. */
  readonly database: string;
  /** `DATA_DIR`. */
  readonly directory: string;
}

/** A copied database and data directory. */
export interface CopiedDemo {
  readonly databaseUrl: string;
  /** `DATA_DIR`. */
  readonly directory: string;
  /** Removes both. */
  drop(): Promise<void>;
}

/**
 * A copy of the ingested demo chain, on which a service continues as after a stop.
 *
 * @param directory of the copy; created by default
 */
export async function copyDemo(template: DemoTemplate, directory?: string): Promise<CopiedDemo> {
  const copy = directory ?? (await dataDirectory());
  // The service that filled it has ended; its process files may disappear during the copy.
  await cp(template.directory, copy, { recursive: true, filter: (path) => !path.endsWith('.pid') });
  const { url, drop } = await createDatabase({ template: template.database });
  return {
    databaseUrl: url,
    directory: copy,
    async drop() {
      await drop();
      await rm(copy, { recursive: true, force: true });
    },
  };
}

export async function dataDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'chainproof-demo-'));
  // The embedded PostgreSQL runs as another user than root, who could not enter the directory otherwise.
  await chmod(directory, 0o755);
  return directory;
}
