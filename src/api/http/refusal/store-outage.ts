import { types } from 'node:util';

/**
 * Error codes of sockets, of PostgreSQL (a full disk, too little memory, locks that others hold and system errors included), and of Neo4j and its driver; timeouts
 * are included, and what a standby cancels because it must replay.
 */
const CODES =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|08\w{3}|53\w{3}|58\w{3}|57P0[1-3]|57014|55P03|ServiceUnavailable|SessionExpired|Neo\.TransientError\..*|Neo\.ClientError\.(Security\..*|Transaction\.TransactionTimedOut\w*))$/;
const MESSAGES =
  /^(canceling statement due to conflict with recovery|terminating connection due to conflict with recovery|Connection terminated|Connection acquisition timed out|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection)/;

/** Whether an error means an unreachable database, which is temporary, and not a fault here. */
export function isStoreOutage(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return CODES.test(code) || MESSAGES.test(error.message);
}
