import { join, resolve } from 'node:path';
import { Client, type Pool } from 'pg';
import { migrate } from '../src/platform/postgres/migrate.js';
import { createPool } from '../src/platform/postgres/pool.js';
import { startBenchPostgres } from './bench-postgres.js';

/** Empty databases on a server of the benchmark's own. */
export interface EngineDatabases {
  /** Work on an empty database, which is dropped after it. */
  on<T>(work: (pool: Pool) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

const NAME = 'bench_evaluate';

export async function engineDatabases(): Promise<EngineDatabases> {
  const server = await startBenchPostgres({
    dataDir: join(resolve('.cache'), 'bench-evaluate-postgres'),
    // Nothing here is worth a wait for the disk.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '8GB' },
  });
  const admin = new Client({ connectionString: server.url });
  await admin.connect();
  return {
    async on(work) {
      await admin.query(`DROP DATABASE IF EXISTS ${NAME}`);
      await admin.query(`CREATE DATABASE ${NAME}`);
      const url = Object.assign(new URL(server.url), { pathname: `/${NAME}` }).href;
      await migrate(url);
      const pool = createPool(url, { statementTimeoutMs: 0, max: 1 });
      try {
        return await work(pool);
      } finally {
        await pool.end();
        await admin.query(`DROP DATABASE ${NAME}`);
      }
    },
    async stop() {
      await admin.end();
      await server.stop();
    },
  };
}
