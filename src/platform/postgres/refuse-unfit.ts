import type { Pool } from 'pg';

/** Required version of the statements: `RETURNING` with `old` and `new` came with it. */
const LEAST_MAJOR = 18;
/** Names and symbols of tokens are any text. */
const ENCODING = 'UTF8';

/** Throws an error with the requirement when the server of this database is too old, or cannot store every text. */
export async function refuseUnfit(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ version: string; major: number; encoding: string; name: string }>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int / 10000 AS major,
       current_setting('server_encoding') AS encoding, current_database() AS name`,
  );
  const { version, major, encoding, name } = rows[0]!;
  if (major < LEAST_MAJOR)
    throw new Error(`PostgreSQL ${LEAST_MAJOR} or newer is needed, and this is ${version}`);
  if (encoding !== ENCODING)
    throw new Error(
      `its encoding must be ${ENCODING}, and is ${encoding}: make one by CREATE DATABASE "${name}" ENCODING '${ENCODING}' TEMPLATE template0`,
    );
}
