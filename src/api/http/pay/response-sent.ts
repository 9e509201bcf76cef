import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Reports how sending an answer ended: whether the system took the whole answer while its connection was
 * intact. Later losses are not known. It uses the connection of the request, because a response has none
 * before its turn and after its end.
 * @param patienceMs time after which an unread answer is cut off
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
  // Node emits `finish` also after a failed write.
  response.once('finish', () => {
    hasLeft = !socket.destroyed && !socket.errored;
  });
  response.once('close', end);
  // Node emits nothing on a response that waits for its turn when the connection ends.
  socket.once('close', end);
}
