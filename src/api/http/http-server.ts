import { createServer, type RequestListener, type Server } from 'node:http';
import { MAX_HEADER_BYTES, methodNotAllowed } from '../refusal/request-refusals.js';
import { endInTurn, inTurn } from './connection/connection-turns.js';
import { requestIdOf } from './connection/request-id.js';
import { refuseUnreadable } from './refusal/client-error.js';
import { rawRefusal } from './refusal/raw-refusal.js';
import { ALLOWED } from './request-checks.js';

const OPTIONS = {
  // Node would refuse a request without `Host` in its own words.
  requireHostHeader: false,
  maxHeaderSize: MAX_HEADER_BYTES,
  /** For a request to arrive whole. */
  requestTimeout: 30_000,
  /** For another request on a connection. */
  keepAliveTimeout: 72_000,
} as const;
/** For a client to take some of an answer, or for a method to make one: nothing legitimate takes as long. */
const SILENCE_MS = 120_000;

/** A server of either address, with its own texts for all errors. */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(OPTIONS, inTurn(listener));
  server.setTimeout(SILENCE_MS);
  server.on('clientError', refuseUnreadable);
  // An unknown expectation is ignored.
  server.on('checkExpectation', (...exchange) => server.emit('request', ...exchange));
  server.on('connect', ({ headers }, connection) => {
    // Node no longer watches the connection.
    connection.on('error', () => connection.destroy());
    const requestId = requestIdOf(headers['x-request-id']);
    const allow = ALLOWED.join(', ');
    const refusal = methodNotAllowed(allow);
    endInTurn(connection, rawRefusal({ refusal, status: 405, requestId, headers: { allow } }));
  });
  return server;
}
