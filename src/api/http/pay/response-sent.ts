import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Tells how an answer that is about to be sent came to its end: whether the system took all of it while its connection was whole. What
 * gets lost further on nobody here can know. The connection is the request's: a response has none before its turn and after its end.
 * @param patienceMs after which an answer that nobody takes is cut off.
 */
export function onResponseSent(
  { request: { socket }, response }: Exchange,
  patienceMs: number,
  ended: (hasLeft: boolean) => void,
): void {
  if (socket.destroyed) {
    ended(false);
    return;
  }
  let hasLeft = false;
  const patience = setTimeout(() => socket.destroy(), patienceMs).unref();
  const end = () => {
    clearTimeout(patience);
    socket.off('close', end);
    response.off('close', end);
    ended(hasLeft);
  };
  // Node says `finish` also where writing has failed.
  response.once('finish', () => {
    hasLeft = !socket.destroyed && !socket.errored;
  });
  response.once('close', end);
  // Of a response that waits for its turn Node says nothing when its connection ends.
  socket.once('close', end);
}
