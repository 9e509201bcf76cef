import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { endingInTime } from './ending-in-time.js';

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
/** Longer than the rest of a request may take to arrive. */
const LATE_MS = 6_000;

describe('a server that closes', () => {
  it('waits a few seconds for the rest of a request, also after an answer, and longer for an answer', async () => {
    const slow: ServerResponse[] = [];
    const server = createServer(({ url }, response) => {
      if (url === '/slow') slow.push(response);
      else response.end();
    });
    const end = endingInTime(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const client = async (sent: string): Promise<Socket> => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(sent);
      return socket;
    };
    const half = await client('GET /half');
    const halfAfterAnswer = await client(get('/quick'));
    await once(halfAfterAnswer, 'data');
    halfAfterAnswer.write('GET /half');
    const asking = await client('GET /slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    const read = text(asking);
    for (let time = 0; time < 400 && slow.length === 0; time++) await setTimeout(10);
    const halves = [half, halfAfterAnswer].map((socket) => once(socket.resume(), 'close'));
    const closed = once(server, 'close');
    server.close();
    end();
    await setTimeout(LATE_MS);
    expect([half, halfAfterAnswer, asking].map(({ destroyed }) => destroyed)).toEqual([true, true, false]);
    await Promise.all(halves);
    slow[0]!.end('the whole answer');
    expect(await read).toContain('the whole answer');
    await closed;
  });
});
