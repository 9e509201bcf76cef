import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { encodingInvalid, MAX_URI_BYTES, uriTooLong } from '../../../kernel/refusal/request-refusals.js';
import { refusalBody } from './refusal-body.js';
import { STATUS_OF } from './refusal-status.js';

/** What Node's HTTP parser gives up on. `rawPacket` is a `Buffer`, whatever its declaration says. */
interface ClientError {
  readonly code?: string;
  readonly rawPacket?: unknown;
}

/** Refuses bytes that cannot be read as an HTTP request: there is no request to answer, only a socket to write to. */
export function refuseUnreadable(error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = isLongTarget(error) ? uriTooLong() : encodingInvalid();
  const status = STATUS_OF[refusal.code];
  const body = refusalBody(refusal);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\ncache-control: no-store\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** Node stops reading a header block that grows too large; most often it is the target that does not end. */
function isLongTarget({ code, rawPacket }: ClientError): boolean {
  if (code !== 'HPE_HEADER_OVERFLOW' || !Buffer.isBuffer(rawPacket)) return false;
  const lineEnd = rawPacket.indexOf('\n');
  return lineEnd === -1 || lineEnd > MAX_URI_BYTES;
}
