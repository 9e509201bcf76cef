import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

type Turn = () => void;

interface Line {
  isServing: boolean;
  /** The newest request. While it is not complete, an unreadable part belongs to its body. */
  request: IncomingMessage;
  response: ServerResponse;
  readonly waiting: Turn[];
}

/** Requests that may wait on one connection. A client that sends more without reading is cut off: its requests would fill the memory. */
const MAX_WAITING = 100;

/** Time for a client to read the last answer, and to close the connection in turn. */
const LINGER_MS = 2_000;

const LINES = new WeakMap<Duplex, Line>();

/**
 * Serves pipelined requests of a connection one after another, each once the system has taken the whole
 * answer before it.
 * INVARIANT: the response of a running listener is the next one on its connection, so nothing is charged for
 * an answer that waits behind unread ones.
 */
export function inTurn(listener: RequestListener): RequestListener {
  const serve: RequestListener = (request, response) => {
    response.on('close', passOn);
    listener(request, response);
  };
  return (request, response) => {
    const { socket } = request;
    // Node may still parse requests that arrived together with the one after which the connection was closed.
    if (!socket.writable) return;
    let line = LINES.get(socket);
    if (!line) {
      line = { isServing: false, request, response, waiting: [] };
      LINES.set(socket, line);
    }
    if (line.waiting.length === MAX_WAITING) {
      socket.destroy();
      return;
    }
    line.request = request;
    line.response = response;
    if (line.isServing) line.waiting.push(() => serve(request, response));
    else {
      line.isServing = true;
      serve(request, response);
    }
  };
}

/**
 * Writes a last text to a connection after the answers before it, and ends it, unless the connection has
 * ended by then.
 */
export function endInTurn(connection: Duplex, text: string): void {
  const end = () => {
    connection.end(text);
    // Closing it at once would reset it, and the client would lose what it has not read yet. Without a limit
    // the client could keep it open forever.
    setTimeout(() => connection.destroy(), LINGER_MS).unref();
  };
  const line = LINES.get(connection);
  if (!line?.isServing) {
    if (connection.writable) end();
    else connection.destroy();
    return;
  }
  // This text takes the place of the answer to an incomplete request.
  const isBroken = !line.request.complete;
  if (!isBroken) line.waiting.push(end);
  else if (line.waiting.pop()) line.waiting.push(end);
  else if (connection.writable && !line.response.headersSent) end();
  else connection.destroy();
}

function passOn(this: ServerResponse): void {
  const { socket } = this.req;
  const line = LINES.get(socket)!;
  const turn = socket.writable ? line.waiting.shift() : undefined;
  if (turn) turn();
  else line.isServing = false;
}
