import { beforeAll, describe, expect, it } from '@jest/globals';
import { KeySecret } from '../../src/api/access/key-secret.js';
import { KeyedAccess } from '../../src/api/access/keyed-access.js';
import { keyStoreOn } from '../fixture/key-store.js';
import { ISLAND } from './fixture/chain.js';
import { until } from './fixture/command.js';
import { makeKey, SECRET, wrongKeys } from './fixture/keys.js';
import { storeChain } from './fixture/store-chain.js';
import { useService } from './fixture/use-service.js';

const REFUSED = { status: 401, reason: 'api_key_invalid' };
const PLACE = { address: `0x${'5a'.repeat(20)}`, hash: `0x${'5a'.repeat(32)}`, block: '1', number: '1' };

describe('access by key', () => {
  const keys = { low: '', high: '', revoked: '', expired: '', foreign: '' };
  const service = useService({
    access: (pool) => new KeyedAccess(pool, SECRET),
    async fill(pool) {
      await storeChain(pool);
      keys.low = (await makeKey(pool, 'Enriched Data')).key;
      keys.high = (await makeKey(pool, 'Intelligence')).key;
      const { id, key } = await makeKey(pool, 'Intelligence');
      keys.revoked = key;
      const store = await keyStoreOn(pool, SECRET);
      await store.revoke(id);
      const terms = { name: 'test', plan: 'Intelligence', requests: 9, windowSeconds: 60 } as const;
      keys.expired = (await store.create({ ...terms, expiresAt: Date.now() - 1_000 })).key;
      const other = new KeySecret(Buffer.alloc(32, 8));
      keys.foreign = (await (await keyStoreOn(pool, other)).create(terms)).key;
    },
  });
  let methods: { target: string; plan: string }[];
  beforeAll(async () => {
    const { paths } = (await service.get('/openapi.json')).json;
    methods = Object.entries<{ get?: { 'x-plan'?: string } }>(paths).flatMap(([path, { get }]) => {
      const target = path
        .replace('{chainId}', '1')
        .replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof PLACE) => PLACE[name] ?? 'x');
      return get?.['x-plan'] === undefined ? [] : [{ target, plan: get['x-plan'] }];
    });
  });

  const asked = async (target: string, headers: Record<string, string> = {}, method = 'GET') => {
    const reply = await service.get(target, { headers, method });
    return { status: reply.status, ...reply.json?.error?.details };
  };
  const withKey = (key: string) => ({ 'x-api-key': key });

  it('R-042, R-316, D-24: without a key every method is refused alike, and no cache may store the refusal', async () => {
    expect(methods.length).toBeGreaterThan(20);
    for (const { target } of methods) {
      for (const headers of [
        {},
        withKey(''),
        { authorization: 'Basic YTpi' },
        { authorization: 'Bearer ' },
      ]) {
        const { status, json, headers: given } = await service.get(target, { headers });
        expect([target, status, json.error.code, json.error.details]).toEqual([
          ...[target, 401, 'bad_request', { reason: 'api_key_missing' }],
        ]);
        expect(given).toMatchObject({ 'cache-control': 'no-store', 'www-authenticate': 'Bearer' });
        expect(given).not.toHaveProperty('ratelimit');
      }
    }
  });

  it('R-042, D-01: an invalid key is refused, however similar it is to a valid one', async () => {
    const { revoked, expired, foreign } = keys;
    for (const [what, key] of Object.entries({ ...wrongKeys(keys.high), revoked, expired, foreign })) {
      expect([what, await asked('blocks/latest', withKey(key))]).toEqual([what, REFUSED]);
      // A bearer token ends at a space, so such a key cannot be sent as one.
      if (!key.includes(' '))
        expect([what, await asked('blocks/latest', { authorization: `Bearer ${key}` })]).toEqual([
          what,
          REFUSED,
        ]);
    }
  });

  it('R-038, R-046: the key is read from either header, and from no parameter', async () => {
    for (const headers of [
      withKey(keys.low),
      { authorization: `Bearer ${keys.low}` },
      { authorization: `bearer  ${keys.low}` },
      { ...withKey(keys.low), authorization: 'Basic YTpi' },
    ]) {
      expect(await asked('blocks/latest', headers)).toEqual({ status: 200 });
    }
    expect(await asked(`blocks/latest?api_key=${keys.low}`)).toMatchObject({ reason: 'api_key_missing' });
    expect(await asked(`blocks/latest?api_key=${keys.low}`, withKey(keys.low))).toEqual({
      status: 400,
      reason: 'unknown_parameter',
      parameter: 'api_key',
    });
  });

  it('R-039, R-040, R-041: a plan opens the methods that the reference lists, and the higher one opens all', async () => {
    expect(new Set(methods.map(({ plan }) => plan))).toEqual(new Set(['Enriched Data', 'Intelligence']));
    for (const { target, plan } of methods) {
      const low = await asked(target, withKey(keys.low));
      if (plan === 'Intelligence')
        expect([target, low]).toEqual([
          target,
          { status: 403, reason: 'plan_insufficient', requiredPlan: 'Intelligence' },
        ]);
      else expect([401, 403, 429]).not.toContain(low.status);
      expect([401, 403, 429]).not.toContain((await asked(target, withKey(keys.high))).status);
    }
  });

  it('R-010: the key is checked after path, HTTP method and chain, and before parameters and record', async () => {
    expect(await asked('nope')).toEqual({ status: 404 });
    expect(await asked('blocks/%zz')).toMatchObject({ status: 400, reason: 'encoding_invalid' });
    expect(await asked('blocks/latest', {}, 'POST')).toEqual({ status: 405 });
    expect(await asked('/api/v1/chains/2/blocks/latest')).toEqual({ status: 404 });
    expect(await asked('blocks/x?zzz=1')).toMatchObject({ status: 401 });
    expect(await asked('blocks/x?zzz=1', withKey(keys.low))).toMatchObject({ status: 400 });
    expect(await asked('addresses/x/attributes?zzz=1', withKey(keys.low))).toMatchObject({ status: 403 });
  });

  it('R-313, R-005: the methods of operators and OPTIONS need no key; HEAD does', async () => {
    for (const target of ['/health', '/ready', '/metrics', '/docs', '/openapi.json'])
      expect(await asked(target)).toEqual({ status: 200 });
    expect(await asked('blocks/latest', {}, 'OPTIONS')).toEqual({ status: 204 });
    expect(await asked('blocks/latest', {}, 'HEAD')).toEqual({ status: 401 });
    expect(await asked('blocks/latest', withKey(keys.low), 'HEAD')).toEqual({ status: 200 });
  });

  it('R-047: every answer to a valid key states its limit and what is left of it', async () => {
    const target = `blocks/${ISLAND}`;
    const { headers } = await service.get(target, { headers: withKey(keys.low) });
    const tag = String(headers.etag);
    for (const [path, more, status] of [
      [target, {}, 200],
      [target, { 'if-none-match': tag }, 304],
      ['blocks/x', {}, 400],
      [`addresses/${PLACE.address}/attributes`, {}, 403],
      ['blocks/99000000', {}, 422],
    ] as const) {
      const answer = await service.get(path, { headers: { ...withKey(keys.low), ...more } });
      expect(answer.status).toBe(status);
      expect(answer.headers['ratelimit-policy']).toBe('"requests";q=1000000;w=86400');
      expect(answer.headers.ratelimit).toMatch(/^"requests";r=9\d{5};t=\d{1,5}$/);
    }
  });

  it('R-313: the OpenAPI document says how to send a key, and how its check can fail', async () => {
    const { security, components, paths } = (await service.get('/openapi.json')).json;
    expect(security).toEqual([{ apiKey: [] }, { bearerKey: [] }, { x402: [] }]);
    expect(components.securitySchemes).toMatchObject({
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      bearerKey: { type: 'http', scheme: 'bearer' },
    });
    const { responses, 'x-errors': errors } = paths['/api/v1/chains/{chainId}/blocks/latest'].get;
    for (const status of [401, 403, 429]) expect(responses[status]).toEqual({ $ref: expect.any(String) });
    expect(errors).toEqual(
      expect.arrayContaining([
        { status: 401, code: 'bad_request', reasons: ['api_key_missing', 'api_key_invalid'] },
        { status: 403, code: 'bad_request', reasons: ['plan_insufficient'] },
        { status: 429, code: 'bad_request', reasons: ['rate_limited'] },
      ]),
    );
    expect(paths['/health'].get.security).toEqual([]);
  });

  it('R-042: a running service notices new and revoked keys', async () => {
    const { id, key } = await makeKey(service.pool, 'Enriched Data');
    const status = async () => (await asked('blocks/latest', withKey(key))).status;
    await until(async () => (await status()) === 200, 'the new key to be known');
    await (await keyStoreOn(service.pool, SECRET)).revoke(id);
    await until(async () => (await status()) === 401, 'the revocation to be known');
    expect(await asked('blocks/latest', withKey(keys.low))).toEqual({ status: 200 });
  });

  it('R-034: a request whose key cannot be checked is refused with 503', async () => {
    await service.pool.query('ALTER TABLE api_key_revision RENAME TO elsewhere');
    try {
      await until(
        async () => (await asked('blocks/latest', withKey(keys.low))).status === 503,
        'the loss to be noticed',
      );
    } finally {
      await service.pool.query('ALTER TABLE elsewhere RENAME TO api_key_revision');
    }
    expect(await asked('blocks/latest', withKey(keys.low))).toEqual({ status: 200 });
  });
});
