import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { LogUnreachable, RemoteLog } from './fetch-log.js';

describe('a log that answers with status 429', () => {
  let server: Server;
  afterEach(() => {
    server.close();
  });

  /** A log that refuses its first requests. */
  async function logThatRefuses(times: number, retryAfter?: string) {
    let asked = 0;
    server = createServer((_, answer) => {
      if (asked++ >= times) return answer.end('a note');
      return answer.writeHead(429, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const log = new RemoteLog(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return { log, asked: () => asked };
  }

  it('is asked again after the time that it gives', async () => {
    const { log } = await logThatRefuses(1, '1');
    const begun = performance.now();
    expect(await log.checkpoint()).toBe('a note');
    expect(performance.now() - begun).toBeGreaterThan(950);
  });

  it.each([
    [Number.POSITIVE_INFINITY, '0', 4],
    [1, undefined, 1],
    [1, '61', 1],
    [1, 'Sun, 29 Nov 2026 12:00:00 GMT', 1],
  ])('is unreachable after %d refusals with Retry-After %s', async (times, retryAfter, requests) => {
    const { log, asked } = await logThatRefuses(times, retryAfter);
    const checkpoint = log.checkpoint();
    await expect(checkpoint).rejects.toThrow(LogUnreachable);
    await expect(checkpoint).rejects.toThrow('status 429');
    expect(asked()).toBe(requests);
  });
});
