import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from '../fixture/database.js';

/** What a service leaves that has ingested the demo chain and was stopped. */
export interface DemoTemplate {
  /** Name of a database without connections. */
  readonly database: string;
  /** `DATA_DIR`. */
  readonly directory: string;
}

/** A database and a data directory of its own. */
export interface CopiedDemo {
  readonly databaseUrl: string;
  /** `DATA_DIR`. */
  readonly directory: string;
  /** Removes both. */
  drop(): Promise<void>;
}

/**
 * A copy of the ingested demo chain, where a service goes on as after a stop.
 *
 * @param directory is made when left out.
 */
export async function copyDemo(template: DemoTemplate, directory?: string): Promise<CopiedDemo> {
  const copy = directory ?? (await dataDirectory());
  // The service that filled it has ended; its process records may go while this copies.
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
  // Closed to others otherwise, and an embedded PostgreSQL runs as another user than root.
  await chmod(directory, 0o755);
  return directory;
}
