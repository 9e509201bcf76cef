import type { ClientBase } from 'pg';

/**
 * Lets the server end what this session runs within a second of the end of its client. Otherwise a statement
 * of a killed process goes on and holds its locks. Meant for sessions without a time limit. A server on
 * Windows refuses the setting.
 */
export async function endWithClient(session: ClientBase): Promise<void> {
  await session.query(
    `SELECT set_config('client_connection_check_interval', '1s', false) WHERE version() !~* 'mingw|visual c'`,
  );
}
