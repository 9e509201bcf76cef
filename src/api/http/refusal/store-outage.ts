import { types } from 'node:util';

/** Of sockets, of PostgreSQL (a full disk, too little memory and trouble of its system among them), and of Neo4j and its driver; what takes longer than it may is among them. */
const CODES =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|08\w{3}|53\w{3}|58\w{3}|57P0[1-3]|57014|ServiceUnavailable|SessionExpired|Neo\.TransientError\..*|Neo\.ClientError\.(Security\..*|Transaction\.TransactionTimedOut\w*))$/;
const MESSAGES =
  /^(Connection terminated|Connection acquisition timed out|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection)/;

/** Whether an error says that a database cannot be reached, which passes, and not that something is wrong here. */
export function isStoreOutage(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return CODES.test(code) || MESSAGES.test(error.message);
}
