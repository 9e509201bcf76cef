import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** For what a request still lacks. */
const ARRIVAL_MS = 5_000;
/** Longer than any answer takes, a settlement included: a remaining answer has no reader. */
const ANSWER_MS = 120_000;

/**
 * Watches the connections of a server. Node applies none of its time limits once a server closes, so that one silent connection would keep
 * it open for ever.
 * @returns a function to call when the server closes, which ends the connections in time
 */
export function endingInTime(server: Server): () => void {
  /** With the newest response of each. */
  const connections = new Map<Socket, ServerResponse | undefined>();
  server.on('connection', (socket) => {
    connections.set(socket, undefined);
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', ({ socket }, response) => connections.set(socket, response));
  return () => {
    const arrived = setTimeout(() => {
      for (const [socket, response] of connections)
        if (!response?.req.complete || response.closed) socket.destroy();
    }, ARRIVAL_MS).unref();
    const answered = setTimeout(() => server.closeAllConnections(), ANSWER_MS).unref();
    server.once('close', () => {
      clearTimeout(arrived);
      clearTimeout(answered);
    });
  };
}
