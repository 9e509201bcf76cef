import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LightClientData } from '../../src/domain/canonicity/light-client/follow-updates.js';

type Part = 'bootstrap' | 'updates' | 'finality_update';

/** A beacon node over real HTTP that serves the data of one light client as SSZ. */
export interface LightClientServer {
  readonly url: string;
  /** Changes one byte of an answer. */
  change(part: Part, at: number): void;
  /** Truncates an answer. */
  cut(part: Part, length: number): void;
  /** Answers 404 at that path. */
  refuse(part: Part): void;
  /** Undoes all changes. */
  restore(): void;
  stop(): Promise<void>;
}

export async function startLightClientServer({
  bootstrap,
  updates,
  finality,
}: LightClientData): Promise<LightClientServer> {
  const listed = Buffer.concat(
    updates.flatMap((update) => {
      const length = Buffer.alloc(8);
      length.writeBigUInt64LE(BigInt(update.length + 4));
      return [length, Buffer.from('6a95a1a9', 'hex'), update];
    }),
  );
  const honest: Record<Part, Buffer> = { bootstrap, updates: listed, finality_update: finality };
  const answers = new Map<string, Buffer>(Object.entries(honest));
  const server = createServer((request, response) => {
    const part = /^\/eth\/v1\/beacon\/light_client\/(\w+)/.exec(request.url ?? '')?.[1] ?? '';
    const answer = request.headers.accept === 'application/octet-stream' ? answers.get(part) : undefined;
    response.statusCode = answer === undefined ? 404 : 200;
    response.end(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    change(part, at) {
      const other = Buffer.from(honest[part]);
      other[at]! ^= 1;
      answers.set(part, other);
    },
    cut: (part, length) => void answers.set(part, honest[part].subarray(0, length)),
    refuse: (part) => void answers.delete(part),
    restore() {
      for (const [part, answer] of Object.entries(honest)) answers.set(part, answer);
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
