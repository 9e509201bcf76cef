import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A JSON-RPC error for one call. */
export class RpcRefusal extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

export interface RpcCall {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What happens to a whole HTTP request instead of an answer. */
export type Misbehaviour = 'hang' | 'http500' | 'http429' | 'malformedJson' | 'shuffledBatch';

export interface RpcBehaviour {
  /** The result of one call, or a promise of it. @throws RpcRefusal to refuse it */
  answer(call: RpcCall): unknown;
  /** Called once for each HTTP request. */
  misbehave?(calls: readonly RpcCall[]): Misbehaviour | undefined;
  shuffle?<T>(items: readonly T[]): T[];
}

export interface RpcServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves JSON-RPC 2.0, single and batched, over HTTP on a free loopback port. */
export async function startRpcServer(behaviour: RpcBehaviour): Promise<RpcServer> {
  const server = createServer((request, response) => {
    serve(behaviour, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

async function serve(
  behaviour: RpcBehaviour,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString()) as RpcCall | RpcCall[];
  const calls = Array.isArray(body) ? body : [body];
  const trouble = behaviour.misbehave?.(calls);
  if (trouble === 'hang') return;
  if (trouble === 'http500') return reply(response, 500, 'backend unavailable');
  if (trouble === 'http429')
    return reply(response, 429, '{"error":"too many requests"}', { 'retry-after': '0' });
  const answers = await Promise.all(calls.map((call) => respond(behaviour, call)));
  const ordered = trouble === 'shuffledBatch' && behaviour.shuffle ? behaviour.shuffle(answers) : answers;
  const text = JSON.stringify(Array.isArray(body) ? ordered : ordered[0]);
  reply(response, 200, trouble === 'malformedJson' ? text.slice(0, Math.ceil(text.length / 2)) : text);
}

async function respond(behaviour: RpcBehaviour, call: RpcCall): Promise<Record<string, unknown>> {
  try {
    return { jsonrpc: '2.0', id: call.id, result: (await behaviour.answer(call)) ?? null };
  } catch (error) {
    if (!(error instanceof RpcRefusal)) throw error;
    return { jsonrpc: '2.0', id: call.id, error: { code: error.code, message: error.message } };
  }
}

function reply(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(text);
}
