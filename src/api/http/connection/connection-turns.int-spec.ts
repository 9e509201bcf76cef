import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endInTurn, inTurn } from './connection-turns.js';

/** More than the buffers of a connection hold. */
const MUCH = 'a'.repeat(64_000_000);
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

describe('the requests of one connection', () => {
  const served: string[] = [];
  let latest: ServerResponse;
  const server = createServer(
    inTurn((request, response) => {
      served.push(request.url ?? '');
      latest = response;
    }),
  );
  let client: Socket;
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  beforeEach(() => {
    served.length = 0;
    client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.on('error', () => undefined);
  });
  afterEach(() => {
    client.destroy();
  });
  afterAll(() => {
    server.close();
  });
  const seen = async (...expected: string[]) => {
    for (let time = 0; time < 400 && served.length < expected.length; time++) await setTimeout(10);
    // Time for a wrong listener to run.
    await setTimeout(30);
    expect(served).toEqual(expected);
  };

  it('are served one after another, each once the answer before it has left', async () => {
    client.resume();
    client.write(get('/1') + get('/2') + get('/3'));
    await seen('/1');
    latest.end('a');
    await seen('/1', '/2');
    latest.end('b');
    await seen('/1', '/2', '/3');
    latest.end('c');
    await once(latest, 'close');
    client.write(get('/4'));
    await seen('/1', '/2', '/3', '/4');
  });

  it('are not served behind an answer that nobody reads, and are when it is read', async () => {
    client.pause();
    client.write(get('/1') + get('/2'));
    await seen('/1');
    latest.end(MUCH);
    await setTimeout(200);
    await seen('/1');
    client.resume();
    await seen('/1', '/2');
  });

  it.each([
    ['is reset', () => client.resetAndDestroy()],
    ['is closed by its client', () => client.end()],
  ])('are no longer served when the connection %s', async (_, leave) => {
    client.write(get('/1') + get('/2'));
    await seen('/1');
    leave();
    await once(latest, 'close');
    await seen('/1');
  });

  it('are not served behind one that closes the connection', async () => {
    client.resume();
    client.write(`GET /1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n${get('/2')}`);
    await seen('/1');
    latest.end('a');
    await seen('/1');
  });

  it('are answered before a last text, after which the connection ends, even if its client does not close it', async () => {
    client.allowHalfOpen = true;
    let said = '';
    client.on('data', (chunk) => {
      said += String(chunk);
    });
    client.write(get('/1') + get('/2'));
    await seen('/1');
    const { socket } = latest;
    endInTurn(socket!, 'farewell');
    latest.end('a');
    await seen('/1', '/2');
    expect(said).not.toContain('farewell');
    latest.end('b');
    await once(client, 'end');
    expect(said.endsWith('farewell')).toBe(true);
    expect(socket!.destroyed).toBe(false);
    await once(socket!, 'close');
  });

  it('may wait, up to a hundred; a client that sends more is cut off', async () => {
    const first = once(server, 'request');
    client.resume();
    client.write(get('/').repeat(101));
    await first;
    await seen('/');
    expect(latest.destroyed).toBe(false);
    const ended = once(client, 'close');
    client.write(get('/').repeat(2_000));
    await ended;
    await seen('/');
  });
});
