import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Exchange, onResponseSent } from './response-sent.js';

/** More than the buffers of a connection hold. */
const MUCH = 'a'.repeat(64_000_000);
const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

describe('the departure of an answer', () => {
  const server = createServer();
  let client: Socket;
  let exchange: Exchange;
  let response: ServerResponse;
  beforeEach(async () => {
    if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
    const asked = once(server, 'request');
    client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.write(GET);
    const [request, answer] = await asked;
    exchange = { request, response: answer };
    response = answer;
  });
  afterEach(() => {
    client.destroy();
  });
  afterAll(() => {
    server.close();
  });
  const sent = (patienceMs = 60_000, of = exchange) =>
    new Promise<boolean>((resolve) => onResponseSent(of, patienceMs, resolve));
  /** A second request on the connection, which waits for the answer to the first. */
  const behind = async (): Promise<Exchange> => {
    const asked = once(server, 'request');
    client.write(GET);
    const [request, answer] = await asked;
    return { request, response: answer };
  };

  it.each([
    ['a short answer', 'b'],
    ['a long one', MUCH],
  ])('is whole once the system has taken %s', async (_, text) => {
    const departed = sent();
    response.end(text);
    client.resume();
    expect(await departed).toBe(true);
  });

  it('is whole for an answer that had no connection when it was made, because it waited behind another', async () => {
    const second = await behind();
    expect(second.response.socket).toBeNull();
    const departed = sent(60_000, second);
    second.response.end('b');
    response.end('a');
    client.resume();
    expect(await departed).toBe(true);
  });

  it('is not whole for an answer that waits behind another when the connection breaks, although Node emits nothing on its response', async () => {
    const second = await behind();
    const departed = sent(60_000, second);
    second.response.end('b');
    response.end(MUCH);
    await once(client, 'readable');
    client.resetAndDestroy();
    expect(await departed).toBe(false);
  });

  it('is not whole if the connection breaks in the middle, although some versions of Node report it as finished', async () => {
    const departed = sent();
    response.end(MUCH);
    await once(client, 'readable');
    client.resetAndDestroy();
    expect(await departed).toBe(false);
  });

  it('is not whole where the connection broke before', async () => {
    const broken = once(response, 'close');
    client.resetAndDestroy();
    await broken;
    expect(await sent()).toBe(false);
  });

  it('is not whole if the caller has ended its side, and Node has closed the other', async () => {
    const departed = sent();
    // Node emits `aborted` on the request.
    const aborted = once(exchange.request, 'error');
    client.end();
    await aborted;
    response.end('b');
    client.resume();
    expect(await departed).toBe(false);
  });

  it('is cut off if nobody reads it for too long', async () => {
    const departed = sent(200);
    response.end(MUCH);
    expect(await departed).toBe(false);
    expect(exchange.request.socket.destroyed).toBe(true);
  });
});
