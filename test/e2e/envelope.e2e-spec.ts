import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { ISLAND } from './fixture/chain.js';
import { PUBLIC_URL } from './fixture/service.js';
import { useService } from './fixture/use-service.js';

const PATHS = {
  getLatestBlock: 'blocks/latest',
  getBlock: `blocks/${ISLAND}`,
  listBlockTransactions: `blocks/${ISLAND}/transactions`,
  getCoverage: 'coverage',
};
const VISIBLE = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join('');

describe('an answer', () => {
  const service = useService();

  it.each(Object.entries(PATHS))(
    'R-001, R-014, R-015, R-016, R-017, R-019: %s has data and meta',
    async (operationId, path) => {
      const { status, headers, json } = await service.get(path);
      expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
      expect(Object.keys(json)).toEqual(['data', 'meta']);
      expect(json.meta).toMatchObject({
        chain: 'ethereum',
        cached: false,
        docs: `${PUBLIC_URL}/docs#${operationId}`,
      });
      expect(Math.abs(Date.now() - json.meta.timestamp)).toBeLessThan(60_000);
      expect(Number.isInteger(json.meta.timestamp)).toBe(true);
    },
  );

  it('R-020, R-021, R-A001: states the block for which it is valid, or no block at all', async () => {
    expect((await service.get(PATHS.listBlockTransactions)).json.meta.asOfBlock).toBe(ISLAND);
    expect((await service.get(PATHS.getCoverage)).json.meta).not.toHaveProperty('asOfBlock');
  });

  it.each(Object.values(PATHS))('R-316: %s is revalidated by a weak tag over data', async (path) => {
    const first = await service.get(path);
    const tag = String(first.headers.etag);
    expect(tag).toMatch(/^W\/"[^"]+"$/);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    for (const ifNoneMatch of [tag, `"other", ${tag}`, tag.slice(2), '*']) {
      for (const method of ['GET', 'HEAD']) {
        const again = await service.get(path, {
          method,
          headers: { 'if-none-match': ifNoneMatch, 'x-request-id': 'r' },
        });
        expect([again.status, again.text, again.headers.etag]).toEqual([304, '', tag]);
        expect(again.headers).toMatchObject({ 'cache-control': 'private, no-cache', 'x-request-id': 'r' });
      }
    }
    expect((await service.get(path, { headers: { 'if-none-match': 'W/"other"' } })).status).toBe(200);
  });

  it('R-018, R-316: shows a changed record at once, with another tag', async () => {
    const path = 'blocks/12965000';
    const { headers } = await service.get(path);
    await service.pool.query('UPDATE block SET unique_address_count = 99 WHERE number = 12965000');
    const changed = await service.get(path, { headers: { 'if-none-match': String(headers.etag) } });
    expect(changed.status).toBe(200);
    expect(changed.json.data.uniqueAddressCount).toBe(99);
    expect(changed.headers.etag).not.toBe(headers.etag);
  });

  it('R-028: echoes the id of the request, up to 1,024 visible characters', async () => {
    const long = VISIBLE.repeat(11).slice(0, 1024);
    for (const [sent, echoed] of [
      ['abc', 'abc'],
      [long, long],
      [`${long}cut`, long],
      ['a b\tc', 'abc'],
    ] as const) {
      const headers = { 'x-request-id': sent };
      expect((await service.get('blocks/latest', { headers })).headers['x-request-id']).toBe(echoed);
      for (const refused of ['blocks/x', 'nope', 'blocks/%zz', `x?${'a'.repeat(4096)}`]) {
        const refusal = await service.get(refused, { headers });
        expect([refusal.headers['x-request-id'], refusal.json.error.requestId]).toEqual([echoed, echoed]);
      }
    }
  });

  it('R-028: has no id if the request has none, or an empty one', async () => {
    for (const headers of [{}, { 'x-request-id': '' }]) {
      const refusal = await service.get('blocks/x', { headers });
      expect(refusal.json.error).not.toHaveProperty('requestId');
      expect(refusal.headers).not.toHaveProperty('x-request-id');
    }
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('R-316: is the same with the same tag when sent as %s', async (encoding, unpack) => {
    const path = `blocks/25000001/transactions?limit=100`;
    const plain = await service.get(path);
    const packed = await bytesOf(`/api/v1/chains/1/${path}`, encoding);
    expect(packed.headers).toMatchObject({
      'content-encoding': encoding,
      vary: expect.stringMatching(/accept-encoding/i),
    });
    expect(packed.headers.etag).toBe(plain.headers.etag);
    expect(JSON.parse(unpack(packed.body).toString()).data).toEqual(plain.json.data);
  });

  function bytesOf(path: string, encoding: string) {
    return new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port: service.port,
        path,
        headers: { 'accept-encoding': encoding },
        agent: false,
      };
      request(options, async (incoming) => {
        resolve({ headers: incoming.headers, body: Buffer.concat(await incoming.toArray()) });
      })
        .on('error', reject)
        .end();
    });
  }
});
