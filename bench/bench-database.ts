import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { startBenchPostgres } from './bench-postgres.js';
import { parentOf, serverCpuSeconds } from './process-cost.js';

export interface TableSize {
  readonly table: string;
  /** Bytes of the rows, with values stored out of line. */
  readonly rows: number;
  readonly indexes: Readonly<Record<string, number>>;
}

/** The PostgreSQL a benchmark writes to, and what it costs. */
export interface BenchDatabase {
  /** Pid of its first process. */
  readonly postmaster: number;
  /** An empty database of that name; a checkpoint first, so that one run does not pay for another's pages. */
  fresh(name: string): Promise<string>;
  drop(name: string): Promise<void>;
  /** Number of rows and a checksum of their text, by table, whatever their order. */
  checksums(name: string, isFloor: boolean): Promise<Readonly<Record<string, string>>>;
  /** Bytes of every table and of its indexes, the largest table first. */
  sizes(name: string): Promise<TableSize[]>;
  cpuSeconds(): number;
  stop(): Promise<void>;
}

const INTERNAL_TRANSFERS =
  'SELECT block_number, tx_index, path, type, from_address, to_address, value, reverted FROM';
/** Statements by the name of what they compare. */
const COMPARED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['block', 'transaction', 'log', 'decoded_transfer'].map((table) => [table, `SELECT * FROM "${table}"`]),
  ),
  'internal transfers': `${INTERNAL_TRANSFERS} internal_transfer`,
};
/** The same where the floor has other tables. */
const COMPARED_OF_FLOOR: Readonly<Record<string, string>> = {
  ...COMPARED,
  'internal transfers': `${INTERNAL_TRANSFERS} frame WHERE value > 0 AND octet_length(path) > 2 AND type <> 1`,
};

export async function startBenchDatabase(): Promise<BenchDatabase> {
  const server = await startBenchPostgres({ dataDir: join(resolve('.cache'), 'bench-postgres') });
  const admin = new Client({ connectionString: server.url });
  await admin.connect();
  const { rows } = await admin.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const postmaster = parentOf(rows[0]!.pid);
  const urlOf = (name: string): string => Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
  const drop = async (name: string): Promise<void> => {
    await admin.query(`DROP DATABASE IF EXISTS ${name}`);
  };
  return {
    postmaster,
    async fresh(name) {
      await drop(name);
      await admin.query(`CREATE DATABASE ${name}`);
      await admin.query('CHECKPOINT');
      return urlOf(name);
    },
    drop,
    async checksums(name, isFloor) {
      const client = new Client({ connectionString: urlOf(name) });
      await client.connect();
      const sums: Record<string, string> = {};
      for (const [what, select] of Object.entries(isFloor ? COMPARED_OF_FLOOR : COMPARED)) {
        const { rows: found } = await client.query<{ rows: string; sum: string }>(
          `SELECT count(*) AS rows, sum(hashtextextended(r::text, 0)::numeric) AS sum FROM (${select}) r`,
        );
        sums[what] = `${found[0]!.rows} rows, checksum ${found[0]!.sum}`;
      }
      await client.end();
      return sums;
    },
    async sizes(name) {
      const client = new Client({ connectionString: urlOf(name) });
      await client.connect();
      const { rows: found } = await client.query<TableSize>(`
        WITH part AS (
          SELECT c.oid, regexp_replace(relname, '_p\\d+$', '') AS table FROM pg_class c
          WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
        ), index AS (
          SELECT part.table, regexp_replace(indexrelid::regclass::text, '_p\\d+_', '_') AS name, sum(pg_relation_size(indexrelid))::float8 AS bytes
          FROM part JOIN pg_index ON indrelid = part.oid GROUP BY 1, 2
        )
        SELECT part.table, sum(pg_table_size(oid))::float8 AS rows,
          coalesce((SELECT json_object_agg(name, bytes) FROM index WHERE index.table = part.table), '{}') AS indexes
        FROM part GROUP BY 1 ORDER BY sum(pg_total_relation_size(oid)) DESC`);
      await client.end();
      return found;
    },
    cpuSeconds: () => serverCpuSeconds(postmaster),
    async stop() {
      await admin.end();
      await server.stop();
    },
  };
}
