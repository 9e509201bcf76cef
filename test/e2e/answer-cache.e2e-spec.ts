import { beforeAll, describe, expect, it } from '@jest/globals';
import { KeyedAccess } from '../../src/api/access/keyed-access.js';
import { FIRST_BLOCK, ISLAND } from './fixture/chain.js';
import { until } from './fixture/command.js';
import { makeKey, SECRET } from './fixture/keys.js';
import { insert, storeChain } from './fixture/store-chain.js';
import { useService } from './fixture/use-service.js';

const BLOCK = `blocks/${ISLAND}`;

describe('the cache of answers', () => {
  const keys = { one: '', other: '', low: '' };
  let position = 0;
  const service = useService({
    cacheBytes: 200_000,
    access: (pool) => new KeyedAccess(pool, SECRET),
    async fill(pool) {
      await storeChain(pool);
      keys.one = (await makeKey(pool, 'Intelligence')).key;
      keys.other = (await makeKey(pool, 'Intelligence')).key;
      keys.low = (await makeKey(pool, 'Enriched Data')).key;
    },
  });
  const get = (target: string, { key = keys.one, method = 'GET', ...more }: Record<string, string> = {}) =>
    service.get(target, { method, headers: { 'x-api-key': key, ...more } });
  const append = () =>
    insert(service.pool, 'chain_event', {
      position: ++position,
      kind: 'BlockFinalized',
      block_number: FIRST_BLOCK,
      block_hash: Buffer.alloc(32),
      chain_digest: Buffer.alloc(32),
    });
  /** Appends an event and waits until the answer is no longer cached. */
  const renewed = async (target: string) => {
    await append();
    await until(async () => !(await get(target)).json.meta.cached, 'the new event to be noticed');
  };

  it('R-017, R-016: gives the same answer again and says so, with the time of the new request', async () => {
    const first = await get(BLOCK);
    const again = await get(BLOCK);
    expect([first.json.meta.cached, again.json.meta.cached]).toEqual([false, true]);
    expect(again.json.data).toEqual(first.json.data);
    expect({ ...again.json.meta, cached: false, timestamp: 0 }).toEqual({ ...first.json.meta, timestamp: 0 });
    expect(again.json.meta.timestamp).toBeGreaterThanOrEqual(first.json.meta.timestamp);
    for (const header of ['content-type', 'etag', 'cache-control', 'ratelimit-policy'])
      expect(again.headers[header]).toBe(first.headers[header]);
  });

  it('R-017: is shared by all keys, since answers do not depend on them, but serves nothing without a valid key', async () => {
    await get(BLOCK);
    expect((await get(BLOCK, { key: keys.other })).json.meta.cached).toBe(true);
    expect((await get(BLOCK, { key: keys.low })).json.meta.cached).toBe(true);
    const target = 'definitions';
    const { status } = await get(target);
    await get(target);
    expect(status).not.toBe(403);
    expect((await get('coverage', { key: '' })).status).toBe(401);
    await get('coverage');
    expect((await get('coverage', { key: '' })).status).toBe(401);
  });

  it('R-017: keeps no answer in which something could not be looked up', async () => {
    const target = `addresses/0x${'7e'.repeat(20)}`;
    await service.pool.query('ALTER TABLE token_metadata RENAME TO away');
    const during = await get(target);
    await service.pool.query('ALTER TABLE away RENAME TO token_metadata');
    const after = await get(target);
    expect(during.json.data.token).toEqual({ state: 'unavailable' });
    expect([after.json.meta.cached, after.json.data.token]).toEqual([false, { state: 'absent' }]);
  });

  it('R-018: forgets an answer once something is stored that it may depend on', async () => {
    const before = await get(BLOCK);
    await service.pool.query('UPDATE block SET unique_address_count = 4711 WHERE number = $1', [ISLAND]);
    await renewed(BLOCK);
    const after = await get(BLOCK);
    expect(after.json.data.uniqueAddressCount).toBe(4711);
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });

  describe('an answer about a final block', () => {
    const FINAL = 12_965_000;
    const FINAL_BLOCK = `blocks/${FINAL}`;
    const finalize = (number: number) =>
      service.pool.query(
        `INSERT INTO finality (number, hash, position) VALUES ($1, $2, $3)
         ON CONFLICT (only_row) DO UPDATE SET number = excluded.number`,
        [number, Buffer.alloc(32), position],
      );
    const setAddresses = (block: number, count: number) =>
      service.pool.query('UPDATE block SET unique_address_count = $2 WHERE number = $1', [block, count]);
    const addresses = async (target: string) => {
      const { json } = await get(target);
      return json.data.uniqueAddressCount;
    };

    beforeAll(async () => {
      await finalize(FINAL);
      await renewed(BLOCK);
    });

    it('R-017: is kept while events are appended, unlike an answer about a later block', async () => {
      await get(FINAL_BLOCK);
      await get(BLOCK);
      await renewed(BLOCK);
      const kept = await get(FINAL_BLOCK);
      expect(kept.json.meta).toMatchObject({ cached: true, asOfBlock: FINAL });
      const same = await get(FINAL_BLOCK, { 'if-none-match': String(kept.headers.etag) });
      expect([same.status, same.text]).toEqual([304, '']);
    });

    it('R-017: is not served to an invalid key, not even for its entity tag', async () => {
      const { headers } = await get(FINAL_BLOCK);
      for (const key of ['', 'cpk_wrong']) {
        const refused = await get(FINAL_BLOCK, { key, 'if-none-match': String(headers.etag) });
        expect([refused.status, refused.headers.etag]).toEqual([401, undefined]);
      }
    });

    it('R-018: ends with a rebuild, which starts a new epoch', async () => {
      await get(FINAL_BLOCK);
      await setAddresses(FINAL, 4712);
      await service.pool.query('UPDATE writer_epoch SET epoch = epoch + 1');
      await until(async () => (await addresses(FINAL_BLOCK)) === 4712, 'the rebuild to be noticed');
    });

    it('R-018: is not kept if the block may be replaced, or if the answer lacks something', async () => {
      const later = 'blocks/25000001';
      await renewed(later);
      await setAddresses(25_000_001, 4713);
      await renewed(later);
      expect(await addresses(later)).toBe(4713);
      const { rows } = await service.pool.query<{ hash: string }>(
        `SELECT '0x' || encode(hash, 'hex') AS hash FROM transaction WHERE block_number <= $1 LIMIT 1`,
        [FINAL],
      );
      // Frames of this block were not traced and may still come.
      const transaction = `transactions/${rows[0]!.hash}`;
      await get(transaction);
      await get(transaction);
      await renewed(transaction);
    });
  });

  it('R-017: never keeps a refusal', async () => {
    await renewed('blocks/latest');
    const missing = 'blocks/99000000';
    for (let n = 0; n < 3; n++) expect((await get(missing)).status).toBe(422);
    await service.pool.query('ALTER TABLE coverage RENAME TO elsewhere');
    expect((await get('coverage')).status).toBe(503);
    await service.pool.query('ALTER TABLE elsewhere RENAME TO coverage');
    expect((await get('coverage')).status).toBe(200);
  });

  it('R-006, R-018: distinguishes targets, and checks each request before it looks one up', async () => {
    const list = 'blocks/25000001/transactions';
    const one = await get(`${list}?limit=1`);
    const two = await get(`${list}?limit=2`);
    expect(two.json.data.transactions.length).toBeGreaterThan(one.json.data.transactions.length);
    expect((await get(`${list}?limit=1`)).json.data).toEqual(one.json.data);
    expect((await get(`${list}?limit=1&zzz=1`)).status).toBe(400);
  });

  it('R-316, R-005: answers 304 and HEAD from cached answers as without the cache', async () => {
    await renewed(BLOCK);
    const { headers } = await get(BLOCK);
    const tag = String(headers.etag);
    for (const method of ['GET', 'HEAD']) {
      const same = await get(BLOCK, { method, 'if-none-match': tag });
      expect([same.status, same.text, same.headers.etag]).toEqual([304, '', tag]);
      expect(same.headers).not.toHaveProperty('content-type');
      expect(same.headers).not.toHaveProperty('content-length');
    }
    const head = await get(BLOCK, { method: 'HEAD' });
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', tag]);
    expect(head.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(Number(head.headers['content-length'])).toBeGreaterThan(100);
    expect((await get(BLOCK, { 'if-none-match': 'W/"other"' })).json.meta.cached).toBe(true);
  });
});
