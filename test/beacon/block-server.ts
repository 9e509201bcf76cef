import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The beacon blocks of one era that the node serves. */
export interface ServedBlocks {
  /** By slot; an empty slot has no root. */
  readonly roots: ReadonlyMap<number, Buffer>;
  /** SSZ of signed blocks, by root in hex. */
  readonly blocks: ReadonlyMap<string, Buffer>;
}

export interface BlockServer {
  readonly url: string;
  /** May be changed at any time. */
  served: ServedBlocks;
  stop(): Promise<void>;
}

/** A beacon node over real HTTP that serves block roots as JSON and blocks as SSZ. */
export async function startBlockServer(first: ServedBlocks): Promise<BlockServer> {
  const answerTo = (path: string, accept: string | undefined): Buffer | undefined => {
    const slot = /^\/eth\/v1\/beacon\/blocks\/(\d+)\/root$/.exec(path)?.[1];
    const root = slot && handle.served.roots.get(Number(slot));
    if (root) return Buffer.from(JSON.stringify({ data: { root: `0x${root.toString('hex')}` } }));
    const named = /^\/eth\/v2\/beacon\/blocks\/0x([0-9a-f]{64})$/.exec(path)?.[1];
    return accept === 'application/octet-stream' && named ? handle.served.blocks.get(named) : undefined;
  };
  const server = createServer((request, response) => {
    const answer = answerTo(request.url ?? '', request.headers.accept);
    response.statusCode = answer === undefined ? 404 : 200;
    response.end(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const handle: BlockServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    served: first,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return handle;
}
