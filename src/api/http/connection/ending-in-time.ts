import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Time for the rest of a request to arrive. */
const ARRIVAL_MS = 5_000;
/**
 * Longer than any answer takes, including a settlement. An answer that is still unsent then has no reader.
 */
const ANSWER_MS = 120_000;

/**
 * Watches the connections of a server. Node applies no time limits once a server closes, so one silent
 * connection would keep it open forever.
 * @returns a function to call when the server closes, which ends the connections in time
 */
export function endingInTime(server: Server): () => void {
  /** Each connection with its newest response. */
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
