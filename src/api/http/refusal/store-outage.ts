import { types } from 'node:util';

/** Codes of sockets and of host names. The name of a stopped container has no address. */
const OF_NETWORK =
  /^(ECONN(REFUSED|RESET|ABORTED)|ENOENT|EPIPE|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|ENOTFOUND|EAI_AGAIN)$/;
/**
 * SQLSTATEs of PostgreSQL. They include a full disk, too little memory, locks that others hold, system
 * errors, time limits, writes to a server in recovery, refused logins and a missing database.
 */
const OF_POSTGRES = /^(08\w{3}|28\w{3}|3D000|53\w{3}|58\w{3}|57P0[1-5]|57014|55P03|25006|25P0[34])$/;
/**
 * SQLSTATEs of a database that lacks a schema, table, column, type or function: a backup is being restored,
 * or one of an older version was restored.
 */
const OF_SCHEMA = /^(3F000|42P01|42703|42704|42883)$/;
/** Codes of Neo4j and its driver, including time limits and a full disk. */
const OF_NEO4J =
  /^(ServiceUnavailable|SessionExpired|Neo\.TransientError\..*|Neo\.DatabaseError\.(General|Transaction)\..*|Neo\.ClientError\.(Security\..*|Transaction\.TransactionTimedOut\w*))$/;
/** Messages of the PostgreSQL driver, and of a standby that cancels a statement which blocks its replay. */
const MESSAGES =
  /^(canceling statement due to conflict with recovery|terminating connection due to conflict with recovery|database ".*" is not currently accepting connections|Connection terminated|Connection acquisition timed out|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection)/;

/** Whether an error means that a database cannot answer, which is temporary and no fault of this program. */
export function isStoreOutage(error: unknown): error is Error {
  if (!types.isNativeError(error)) return false;
  const code = codeOf(error);
  return (
    [OF_NETWORK, OF_POSTGRES, OF_SCHEMA, OF_NEO4J].some((codes) => codes.test(code)) ||
    MESSAGES.test(error.message)
  );
}

/** The outage in one line, with its remedy if that is known. */
export function describeOutage(error: Error): string {
  const code = codeOf(error);
  const mended = OF_SCHEMA.test(code)
    ? '; it is being restored, or is of an older version: then restart the writer'
    : '';
  return `a database cannot answer: ${error.message || code}${mended}`;
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');
