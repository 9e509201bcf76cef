import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { onDeparture } from './departure.js';

/** More than a connection holds on its way. */
const MUCH = 'a'.repeat(64_000_000);

describe('the departure of an answer', () => {
  const server = createServer();
  let client: Socket;
  let response: ServerResponse;
  beforeEach(async () => {
    if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
    const asked = once(server, 'request');
    client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    [, response] = await asked;
  });
  afterEach(() => {
    client.destroy();
  });
  afterAll(() => {
    server.close();
  });
  const departure = () => new Promise<boolean>((resolve) => onDeparture(response, resolve));

  it.each([
    ['a short answer', 'b'],
    ['a long one', MUCH],
  ])('is whole once the system has taken %s', async (_, text) => {
    const departed = departure();
    response.end(text);
    client.resume();
    expect(await departed).toBe(true);
  });

  it('is not whole where the connection breaks in the middle, though Node says that it is finished', async () => {
    const departed = departure();
    response.end(MUCH);
    await once(client, 'readable');
    client.resetAndDestroy();
    expect(await departed).toBe(false);
    expect(response.writableFinished).toBe(true);
  });

  it('is not whole where the connection broke before', async () => {
    const broken = once(response, 'close');
    client.resetAndDestroy();
    await broken;
    expect(await departure()).toBe(false);
  });
});
