import type { Pool, PoolClient, QueryConfig } from 'pg';

/** A pool that notes each statement before it sends it; so do the connections it lends. What begins and ends a transaction has no values, and is not noted. */
export function notedPool(pool: Pool, note: (query: QueryConfig) => void): Pool {
  const noted = <Database extends Pool | PoolClient>(database: Database, more = {}): Database =>
    Object.create(database, {
      query: {
        value: (query: QueryConfig | string, values?: unknown[]) => {
          if (typeof query !== 'string') note(query);
          else if (values) note({ text: query, values });
          return database.query(query as string, values);
        },
      },
      ...more,
    });
  return noted(pool, { connect: { value: async () => noted(await pool.connect()) } });
}
