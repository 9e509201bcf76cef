import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from '@jest/globals';
import { createHttpServer } from './http-server.js';

const MORE_THAN_BUFFERS_HOLD = 64 << 20;

it('cuts off a client that reads nothing of an answer for two minutes, and serves one that reads it', async () => {
  const server = createHttpServer((_, response: ServerResponse) => {
    response.end(Buffer.alloc(MORE_THAN_BUFFERS_HOLD));
  });
  expect(server.timeout).toBe(120_000);
  server.setTimeout(500);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const deaf = connect(port, '127.0.0.1').pause();
  deaf.on('error', () => undefined);
  deaf.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(server, 'connection');
  const served = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });
  expect((await served.arrayBuffer()).byteLength).toBe(MORE_THAN_BUFFERS_HOLD);
  // Resolves once no connection is left.
  await new Promise((resolve) => server.close(resolve));
  deaf.destroy();
});
