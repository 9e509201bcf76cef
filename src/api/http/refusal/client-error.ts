import type { Socket } from 'node:net';
import { encodingInvalid, headersTooLarge, uriTooLong } from '../../refusal/request-refusals.js';
import { endInTurn } from '../connection/connection-turns.js';
import { type Overflow, overflowOf } from './overflow.js';
import { rawRefusal } from './raw-refusal.js';

/** Errors of Node's HTTP parser. `rawPacket` is a `Buffer`, despite its declaration. */
interface ClientError {
  readonly code?: string;
  readonly rawPacket?: unknown;
}

const OVERFLOWS: Readonly<Record<Overflow, string>> = {
  target: rawRefusal({ refusal: uriTooLong(), status: 414 }),
  headers: rawRefusal({ refusal: headersTooLarge(), status: 431 }),
};
const UNREADABLE = rawRefusal({ refusal: encodingInvalid(), status: 400 });
/** How long further bytes are awaited that show which part is too long. */
const OVERFLOW_PATIENCE_MS = 1_000;

/** Sockets that were refused, so that each is refused once, however much follows. */
const REFUSED = new WeakSet<Socket>();
const WAITED_FOR = new WeakMap<Socket, NodeJS.Timeout>();

/**
 * Refuses bytes that are no valid HTTP request. There is no request to answer, only a socket to write to.
 */
export function refuseUnreadable({ code, rawPacket }: ClientError, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  if (code !== 'HPE_HEADER_OVERFLOW' || !Buffer.isBuffer(rawPacket)) {
    refuse(socket, UNREADABLE);
    return;
  }
  const overflow = overflowOf(rawPacket);
  if (overflow) refuse(socket, OVERFLOWS[overflow]);
  // Node repeats this error for each further piece. Mostly the target is the part that does not end.
  else if (!WAITED_FOR.has(socket))
    WAITED_FOR.set(socket, setTimeout(() => refuse(socket, OVERFLOWS.target), OVERFLOW_PATIENCE_MS).unref());
}

function refuse(socket: Socket, text: string): void {
  clearTimeout(WAITED_FOR.get(socket));
  if (REFUSED.has(socket)) return;
  REFUSED.add(socket);
  endInTurn(socket, text);
}
