import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { addressOf, hex } from './fixture/bytes.js';
import { HEAD, ISLAND } from './fixture/chain.js';
import { storeChain } from './fixture/store-chain.js';
import { useService } from './fixture/use-service.js';

/** Most changes of pointers that are served. */
const MOST = 50_000;

const target = (name: string) => `contracts/${hex(addressOf(name))}/proxy`;

const change = (pool: Pool, name: string, count: number) =>
  pool.query(
    `INSERT INTO slot_change
     SELECT $2::int + n / 20000, n % 20000, $1, 'eip1967_implementation', substring(sha256(int4send(n - 1)) FOR 20), substring(sha256(int4send(n)) FOR 20)
     FROM generate_series(1, $3::int) n`,
    [addressOf(name), ISLAND, count],
  );

async function fill(pool: Pool): Promise<void> {
  await storeChain(pool);
  await change(pool, 'restless', MOST);
  await change(pool, 'too restless', MOST + 1);
}

describe('the history of a pointer that changed very often', () => {
  const service = useService({ fill });

  it('is served whole', async () => {
    const { data, meta } = (await service.get(target('restless'))).json;
    expect(meta.asOfBlock).toBe(HEAD);
    const pointers = data.implementations.map(
      ({ implementation }: { implementation: string }) => implementation,
    );
    // One more than the writes: the first write replaced a pointer.
    expect(new Set(pointers).size).toBe(MOST + 1);
    expect(pointers).toHaveLength(MOST + 1);
    const seen = data.implementations.map(({ lastSeenBlock }: { lastSeenBlock: number }) => lastSeenBlock);
    expect(seen).toEqual([...seen].sort((one, other) => other - one));
  });

  it('is refused if there are more changes, and never served in part', async () => {
    const { status, json, headers } = await service.get(target('too restless'));
    expect([status, json.error.code]).toEqual([503, 'service_unavailable']);
    // Clients ask again by themselves when this header says so.
    expect(headers).not.toHaveProperty('retry-after');
  });
});
