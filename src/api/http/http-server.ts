import { createServer, type RequestListener, type Server } from 'node:http';
import { MAX_HEADER_BYTES, methodNotAllowed } from '../refusal/request-refusals.js';
import { endInTurn, inTurn } from './connection/connection-turns.js';
import { requestIdOf } from './connection/request-id.js';
import { refuseUnreadable } from './refusal/client-error.js';
import { rawRefusal } from './refusal/raw-refusal.js';
import { ALLOWED } from './request-checks.js';

const OPTIONS = {
  // Node would refuse a request without `Host` with its own text.
  requireHostHeader: false,
  maxHeaderSize: MAX_HEADER_BYTES,
  /** Time for a whole request to arrive. */
  requestTimeout: 30_000,
  /** Time for the next request on a connection. */
  keepAliveTimeout: 72_000,
} as const;
/**
 * Time for a client to read a part of an answer, or for a method to make one. Nothing legitimate takes as
 * long.
 */
const SILENCE_MS = 120_000;

/** An HTTP server, of the main or the pay address, with our own texts for all errors. */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(OPTIONS, inTurn(listener));
  server.setTimeout(SILENCE_MS);
  server.on('clientError', refuseUnreadable);
  // An unknown expectation is ignored.
  server.on('checkExpectation', (...exchange) => server.emit('request', ...exchange));
  server.on('connect', ({ headers }, connection) => {
    // Node no longer handles errors of this connection.
    connection.on('error', () => connection.destroy());
    const requestId = requestIdOf(headers['x-request-id']);
    const allow = ALLOWED.join(', ');
    const refusal = methodNotAllowed(allow);
    endInTurn(connection, rawRefusal({ refusal, status: 405, requestId, headers: { allow } }));
  });
  return server;
}
