import type { IncomingHttpHeaders } from 'node:http';
import {
  createMcpHandler,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { bodyInvalid } from '../refusal/request-refusals.js';

/** Headers of the protocol with message metadata. */
const HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];
/** Headers for the transport. Answers are JSON for any accepted type, because no tool streams. */
const EVERYTHING = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
/** A URL for the transport, which never reads its path. */
const ANYWHERE = 'http://localhost/mcp';

/**
 * Answers one message by its revision of the protocol. In newer revisions each message states the revision;
 * older ones begin with a handshake, which is not stored.
 * @throws {Refusal} `body_invalid` if the body is not one message
 */
export async function exchange(
  body: unknown,
  headers: IncomingHttpHeaders,
  newServer: () => Server,
): Promise<Response> {
  if (!isMessage(body)) throw bodyInvalid();
  const said = HEADERS.flatMap((name): [string, string][] =>
    headers[name] === undefined ? [] : [[name, String(headers[name])]],
  );
  const request = new Request(ANYWHERE, {
    method: 'POST',
    headers: [...Object.entries(EVERYTHING), ...said],
  });
  if (await isLegacyRequest(request, body)) return afterHandshake(request, body, newServer());
  // No subscriptions: tools never change while the service runs.
  const handler = createMcpHandler(newServer, { legacy: 'reject', maxSubscriptions: 0 });
  return handler.fetch(request, { parsedBody: body });
}

async function afterHandshake(request: Request, body: unknown, server: Server): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: body });
  } finally {
    await server.close();
  }
}

const isMessage = (body: unknown) =>
  isJSONRPCRequest(body) || isJSONRPCNotification(body) || isJSONRPCResponse(body);
