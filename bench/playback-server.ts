import { openSync, readFileSync, readSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ANSWER_KINDS, type AnswerKind, BLOCK_FILE, type BlockIndex, INDEX_FILE } from './block-file.js';

/**
 * Plays the generated blocks back as a geth node, answers as the bytes they lie in the file, so that it costs the machine
 * next to nothing. Takes the names of the tracers it offers. Prints its port; ends with its standard input.
 */
interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly [unknown?, unknown?];
}

const file = openSync(BLOCK_FILE, 'r');
const { blocks } = JSON.parse(readFileSync(INDEX_FILE, 'utf8')) as BlockIndex;
const first = blocks[0]!.number;
const last = blocks.at(-1)!.number;
const heads = new Map<number, Buffer>();
const tracers = (process.argv[2] ?? 'callTracer,prestateTracer').split(',');

function stored(number: number, kind: AnswerKind): Buffer | undefined {
  const entry = blocks[number - first];
  if (!entry) return undefined;
  const at = ANSWER_KINDS.indexOf(kind);
  const begin = entry.offsets[at]!;
  // Without the line's end.
  const bytes = Buffer.allocUnsafe(entry.offsets[at + 1]! - 1 - begin);
  readSync(file, bytes, 0, bytes.length, begin);
  return bytes;
}

/** A block with its transactions as hashes: asked for at the head only. */
function head(number: number): Buffer | undefined {
  const known = heads.get(number);
  const full = known ? undefined : stored(number, 'block');
  if (!full) return known;
  const block = JSON.parse(full.toString()) as { transactions: { hash: string }[] };
  const light = Buffer.from(
    JSON.stringify({ ...block, transactions: block.transactions.map(({ hash }) => hash) }),
  );
  heads.set(number, light);
  return light;
}

function answer({ method, params }: Call): Buffer | string | undefined {
  const [tag, detail] = params;
  const number = tag === 'latest' || tag === 'finalized' ? last : Number(tag);
  switch (method) {
    case 'eth_chainId':
      return '"0x1"';
    case 'web3_clientVersion':
      return '"Geth/playback"';
    case 'eth_blockNumber':
      return `"0x${last.toString(16)}"`;
    case 'eth_getBlockByNumber':
      return (detail === true ? stored(number, 'block') : head(number)) ?? 'null';
    case 'eth_getBlockReceipts':
      return stored(number, 'receipts') ?? 'null';
    case 'debug_traceBlockByNumber': {
      const { tracer } = detail as { tracer: string };
      return tracers.includes(tracer)
        ? stored(number, tracer === 'callTracer' ? 'calls' : 'prestate')
        : undefined;
    }
    default:
      return undefined;
  }
}

function send(response: ServerResponse, body: Call | Call[]): void {
  const calls = Array.isArray(body) ? body : [body];
  const parts: Buffer[] = [];
  const text = (part: string): number => parts.push(Buffer.from(part));
  if (Array.isArray(body)) text('[');
  for (const [index, call] of calls.entries()) {
    const result = answer(call);
    text(`${index > 0 ? ',' : ''}{"jsonrpc":"2.0","id":${JSON.stringify(call.id)},`);
    if (result === undefined) text('"error":{"code":-32601,"message":"the method is not available"}}');
    else {
      text('"result":');
      parts.push(Buffer.isBuffer(result) ? result : Buffer.from(result));
      text('}');
    }
  }
  if (Array.isArray(body)) text(']');
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': length });
  for (const part of parts) response.write(part);
  response.end();
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => send(response, JSON.parse(Buffer.concat(chunks).toString()) as Call | Call[]));
});
// On a busy machine more than its 5 seconds pass between two requests of a connection.
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
process.stdin.resume().on('end', () => process.exit(0));
