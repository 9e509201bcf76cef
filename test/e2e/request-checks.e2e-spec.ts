import { describe, expect, it } from '@jest/globals';
import { HEAD, ISLAND } from './fixture/chain.js';
import { useService } from './fixture/use-service.js';

const CHAIN = '/api/v1/chains/1';
const METHODS = [
  'blocks/latest',
  `blocks/${ISLAND}`,
  `blocks/${ISLAND}/transactions`,
  `transactions/0x${'ab'.repeat(32)}`,
  'coverage',
].map((path) => `${CHAIN}/${path}`);
const OPERATIONS = ['/health', '/ready', '/metrics', '/docs', '/openapi.json'];

describe('the checks before a method runs', () => {
  const service = useService();
  const refused = async (target: string, method = 'GET') => {
    const { status, json } = await service.get(target, { method });
    return { status, code: json?.error.code, ...json?.error.details };
  };

  it.each(['01', '1.0', '0x1', 'abc', '2', '11155111', '%201', 'ethereum'])(
    'R-003, R-004: chain %s is not served',
    async (chain) => {
      for (const path of METHODS) {
        const target = path.replace('/chains/1/', `/chains/${chain}/`);
        expect(await refused(target)).toEqual({ status: 404, code: 'chain_not_supported' });
      }
    },
  );

  it('R-003: the chain is compared after percent-decoding', async () => {
    expect((await service.get('/api/v1/chains/%31/blocks/latest')).status).toBe(200);
  });

  it.each([
    '/',
    '/nope',
    '/api/v1',
    CHAIN,
    `${CHAIN}/`,
    `${CHAIN}/nope`,
    `${CHAIN}/blocks`,
    `${CHAIN}/blocks/latest/`,
    `${CHAIN}/blocks//transactions`,
    `${CHAIN}/Blocks/latest`,
    '/api/v2/chains/1/blocks/latest',
    '/v1/chains/1/blocks/latest',
    '/api/v1/chains/2/nope',
    '//health',
  ])('R-002, R-008, R-299: %s is no path', async (target) => {
    expect(await refused(target)).toEqual({ status: 404, code: 'not_found' });
    expect(await refused(target, 'POST')).toEqual({ status: 404, code: 'not_found' });
    expect((await service.get(target)).json.error.message).toMatch(/\/docs lists all paths/);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'])(
    'R-005, R-013, R-036: %s is not allowed on any path',
    async (method) => {
      for (const target of [...METHODS, ...OPERATIONS]) {
        const { status, headers, json } = await service.get(target, { method });
        expect([status, json.error.code, headers.allow]).toEqual([
          405,
          'method_not_allowed',
          'GET, HEAD, OPTIONS',
        ]);
        expect(json.error).not.toHaveProperty('details');
      }
    },
  );

  it('R-005: OPTIONS is answered with Allow and nothing else', async () => {
    for (const target of [...METHODS, ...OPERATIONS]) {
      const { status, headers, text } = await service.get(target, { method: 'OPTIONS' });
      expect([status, headers.allow, text]).toEqual([204, 'GET, HEAD, OPTIONS', '']);
    }
  });

  it('R-005: HEAD answers as GET without a body', async () => {
    for (const target of [
      `${CHAIN}/blocks/${ISLAND}`,
      `${CHAIN}/blocks/x`,
      `${CHAIN}/nope`,
      '/health',
      '/openapi.json',
    ]) {
      const get = await service.get(target);
      const head = await service.get(target, { method: 'HEAD' });
      expect([head.status, head.text]).toEqual([get.status, '']);
      for (const header of ['content-type', 'etag', 'cache-control', 'content-length']) {
        expect(head.headers[header]).toBe(get.headers[header]);
      }
    }
  });

  it.each([
    'zzz=1',
    'Limit=1',
    'verbose',
    'limit[]=1',
    '__proto__=1',
    'constructor=2',
    'toString',
    '=1',
    'api_key=k',
  ])('R-006, R-046, R-067: parameter %s is known nowhere', async (query) => {
    for (const target of [...METHODS, ...OPERATIONS]) {
      expect(await refused(`${target}?${query}`)).toEqual({
        status: 400,
        code: 'bad_request',
        reason: 'unknown_parameter',
        parameter: query.split('=')[0],
      });
    }
  });

  it('R-067: a method without pages accepts neither cursor nor limit', async () => {
    for (const name of ['cursor', 'limit']) {
      expect(await refused(`blocks/${ISLAND}?${name}=1`)).toMatchObject({
        reason: 'unknown_parameter',
        parameter: name,
      });
    }
  });

  it('R-007: a parameter given twice is refused, after unknown ones', async () => {
    const list = `blocks/${ISLAND}/transactions`;
    expect(await refused(`${list}?limit=5&limit=5`)).toMatchObject({
      reason: 'repeated_parameter',
      parameter: 'limit',
    });
    expect(await refused(`${list}?limit=5&limit=5&zzz`)).toMatchObject({
      reason: 'unknown_parameter',
      parameter: 'zzz',
    });
  });

  it.each([
    '-1',
    '%2B1',
    '+1',
    '01',
    '0x10',
    '1.5',
    '1e3',
    'abc',
    '9007199254740992',
    '99999999999999999999999999',
    '%201',
    '%D9%A1',
    '1%00',
    '1%0A',
    'Latest',
  ])('R-052, R-058: %s is no block number', async (number) => {
    expect(await refused(`blocks/${number}`)).toMatchObject({
      status: 400,
      reason: 'block_invalid',
      parameter: 'number',
    });
  });

  it('R-027: a refusal shows the received value as an integer if it is one, otherwise as text of at most 100 characters', async () => {
    expect(await refused('blocks/-1')).toMatchObject({ actual: -1 });
    expect(await refused('blocks/01')).toMatchObject({ actual: '01' });
    expect(await refused(`blocks/${'9'.repeat(300)}`)).toMatchObject({ actual: '9'.repeat(100) });
  });

  it.each([
    'blocks/%zz',
    'blocks/%ff',
    'blocks/%',
    'blocks/1?zzz=%zz',
    'blocks/1?%ff%fe',
    'nope/%c0%af',
    'blocks/%ed%a0%80',
  ])('R-057: %s cannot be decoded', async (target) => {
    expect(await refused(target)).toEqual({ status: 400, code: 'bad_request', reason: 'encoding_invalid' });
  });

  it('R-036: a target of 4,096 bytes is read, one of 4,097 is too long', async () => {
    const target = (bytes: number) => `${CHAIN}/blocks/latest?zzz=`.padEnd(bytes, 'a');
    expect(await refused(target(4096))).toMatchObject({ status: 400, reason: 'unknown_parameter' });
    expect(await refused(target(4097))).toEqual({
      status: 414,
      code: 'uri_too_long',
      reason: 'uri_too_long',
      maxUriBytes: 4096,
      actual: 4097,
    });
    expect(await refused(`/${'a'.repeat(40_000)}`)).toMatchObject({ status: 414, actual: 40_001 });
  });

  it('R-010: the first check that fails is the one reported', async () => {
    const long = 'a'.repeat(4096);
    expect(await refused(`/nope/%zz${long}`, 'POST')).toMatchObject({ status: 414 });
    expect(await refused('/api/v1/chains/2/nope/%zz', 'POST')).toMatchObject({ reason: 'encoding_invalid' });
    expect(await refused('/api/v1/chains/2/nope?zzz=1', 'POST')).toMatchObject({ code: 'not_found' });
    expect(await refused('/api/v1/chains/2/blocks/x?zzz=1', 'POST')).toMatchObject({ status: 405 });
    expect(await refused('/api/v1/chains/2/blocks/x?zzz=1')).toMatchObject({ code: 'chain_not_supported' });
    expect(await refused('blocks/x?zzz=1')).toMatchObject({ reason: 'unknown_parameter' });
    expect(await refused('blocks/x/transactions?limit=0')).toMatchObject({ reason: 'block_invalid' });
    expect(await refused(`blocks/${HEAD + 1}/transactions?limit=0`)).toMatchObject({
      reason: 'limit_out_of_range',
    });
  });

  it('R-009: a body on GET is ignored, whatever it is', async () => {
    const without = await service.get(`blocks/${ISLAND}`);
    for (const [type, body] of [
      ['application/json', '{"a":1}'],
      ['application/json', '{'],
      ['text/x-nothing', 'x'],
    ] as const) {
      const answer = await service.get(`blocks/${ISLAND}`, {
        headers: { 'content-type': type, 'content-length': String(body.length) },
        body,
      });
      expect(answer.json.data).toEqual(without.json.data);
    }
  });

  it('R-037: the same refusal twice has the same code and reason', async () => {
    expect(await refused('blocks/x')).toEqual(await refused('blocks/x'));
  });
});
