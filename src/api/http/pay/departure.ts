import type { ServerResponse } from 'node:http';

/**
 * Tells how an answer that is about to be sent came to its end: whether the system took all of it while its connection was whole. What
 * gets lost further on nobody here can know.
 */
export function onDeparture(response: ServerResponse, ended: (hasLeft: boolean) => void): void {
  const { socket } = response;
  if (!socket || response.destroyed) {
    ended(false);
    return;
  }
  let hasLeft = false;
  // Node says `finish` also where writing has failed; only then the socket is gone.
  response.once('finish', () => {
    hasLeft = !socket.destroyed;
  });
  response.once('close', () => ended(hasLeft));
}
