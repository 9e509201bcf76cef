import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KeyedAccess } from '../../src/api/access/keyed-access.js';
import { ask } from './fixture/ask.js';
import { FIRST_BLOCK } from './fixture/chain.js';
import { until } from './fixture/command.js';
import { makeKey, SECRET } from './fixture/keys.js';
import { type OpenDatabase, openDatabase } from './fixture/open-database.js';
import { startService, type TestService } from './fixture/service.js';
import { storeChain } from './fixture/store-chain.js';

const LATEST = '/api/v1/chains/1/blocks/latest';

describe('rate limits', () => {
  let database: OpenDatabase;
  let services: TestService[];
  const keys = { shared: '', parallel: '', short: '', counted: '', low: '', ample: '' };
  beforeAll(async () => {
    database = await openDatabase();
    await storeChain(database.pool);
    const make = async (
      requests: number,
      windowSeconds = 86_400,
      plan: 'Enriched Data' | 'Intelligence' = 'Intelligence',
    ) => (await makeKey(database.pool, plan, { requests, windowSeconds })).key;
    keys.shared = await make(10);
    keys.parallel = await make(40);
    keys.short = await make(3, 2);
    keys.counted = await make(4);
    keys.low = await make(2, 86_400, 'Enriched Data');
    keys.ample = await make(100_000);
    const start = (trustedProxies: readonly string[] = []) =>
      startService({
        trustedProxies,
        pool: database.pool,
        firstBlock: FIRST_BLOCK,
        access: new KeyedAccess(database.pool, SECRET),
      });
    services = [await start(), await start(), await start(['127.0.0.1', '10.0.0.0/8'])];
  });
  afterAll(async () => {
    for (const service of services) await service.close();
    await database.close();
  });

  const get = (service: number, key: string, target = LATEST) =>
    ask(services[service]!.baseUrl, target, { headers: { 'x-api-key': key } });

  it('R-047: are shared by two processes for a key, and refusals say when to retry', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 24; n++) statuses.push((await get(n % 2, keys.shared)).status);
    expect(statuses).toEqual([...Array(10).fill(200), ...Array(14).fill(429)]);
    const { headers, json } = await get(0, keys.shared);
    const { code, details } = json.error;
    expect({ code, ...details }).toEqual({
      code: 'bad_request',
      reason: 'rate_limited',
      retryAfterSeconds: expect.any(Number),
    });
    expect(headers).toMatchObject({
      'retry-after': `${details.retryAfterSeconds}`,
      'cache-control': 'no-store',
      'ratelimit-policy': '"requests";q=10;w=86400',
      ratelimit: `"requests";r=0;t=${details.retryAfterSeconds}`,
    });
  });

  it('R-042, R-047: count concurrent requests like sequential ones', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => get(n % 2, keys.parallel)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(60);
  });

  it('R-047: of one key do not affect another', async () => {
    await Promise.all([get(0, keys.shared), get(1, keys.shared)]);
    for (const service of [0, 1]) expect((await get(service, keys.ample)).status).toBe(200);
  });

  it('R-047: allow requests again in the next window', async () => {
    await until(async () => (await get(0, keys.short)).status === 429, 'the limit to be reached');
    await until(async () => (await get(0, keys.short)).status === 200, 'the next window');
  });

  it('R-010, R-047: count refused requests, and are checked after the plan and before parameters', async () => {
    const wrong = '/api/v1/chains/1/blocks/x';
    for (let n = 0; n < 4; n++) expect((await get(0, keys.counted, wrong)).status).toBe(400);
    expect((await get(0, keys.counted, wrong)).status).toBe(429);
    const dear = `/api/v1/chains/1/addresses/0x${'5a'.repeat(20)}/attributes`;
    for (let n = 0; n < 4; n++) expect((await get(0, keys.low, dear)).status).toBe(403);
    expect((await get(0, keys.low)).status).toBe(429);
  });

  it('R-042: apply to an address without a valid key after 600 refusals, and do not affect valid keys there', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 610; n++) {
      const { status } = await (n % 2 === 0 ? ask(services[0]!.baseUrl, LATEST) : get(0, `cpk_${n}`));
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array(600).fill(401), ...Array(10).fill(429)]);
    const { headers, json } = await get(0, 'cpk_wrong');
    expect(json.error.details).toEqual({
      reason: 'rate_limited',
      retryAfterSeconds: Number(headers['retry-after']),
    });
    expect(headers).not.toHaveProperty('ratelimit');
    expect((await get(0, keys.ample)).status).toBe(200);
  });

  const refusedFrom = async (service: number, forwardedFor: string) => {
    const headers = { 'x-forwarded-for': forwardedFor };
    return (await ask(services[service]!.baseUrl, LATEST, { headers })).status;
  };

  it('ignore X-Forwarded-For if no proxy is trusted', async () => {
    for (let n = 0; n < 600; n++) await refusedFrom(1, `192.0.2.${n % 256}`);
    expect(await refusedFrom(1, '198.51.100.1')).toBe(429);
  });

  it('distinguish clients of trusted proxies by the last address before the proxies, whatever clients write', async () => {
    for (let n = 0; n < 600; n++)
      expect(await refusedFrom(2, `192.0.2.${n % 256}, 198.51.100.1, 10.0.0.9`)).toBe(401);
    expect(await refusedFrom(2, '192.0.2.1,198.51.100.1')).toBe(429);
    expect(await refusedFrom(2, '10.0.0.7, 198.51.100.1')).toBe(429);
    expect(await refusedFrom(2, '198.51.100.1, 198.51.100.2')).toBe(401);
    // Otherwise each port would count as another client.
    for (let n = 0; n < 600; n++) await refusedFrom(2, `198.51.100.1:${1_024 + n}`);
    expect(await refusedFrom(2, '198.51.100.1:80')).toBe(429);
    expect(await refusedFrom(2, 'nobody')).toBe(429);
    expect(await refusedFrom(2, '198.51.100.3')).toBe(401);
  });
});
