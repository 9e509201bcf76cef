import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { eventLog, TRANSFER } from '../builder/token-log.js';
import { addressOf, hashOf, hex } from './fixture/bytes.js';
import { insert } from './fixture/store-chain.js';
import { deploy, storeDays } from './fixture/token-days.js';
import { useService } from './fixture/use-service.js';

const FIRST = 1_000;
const HEAD = 1_049;
const [fresh, late, old, hidden, silent, silentFresh, delegating, again, earlier, unknown] = [
  ...[
    'fresh',
    'late',
    'old',
    'hidden',
    'silent',
    'silent and fresh',
    'delegating',
    'again',
    'earlier',
    'unknown',
  ],
].map(addressOf) as Tuple;
type Tuple = [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];
const moved = (...tokens: Buffer[]) =>
  tokens.map((token) => [eventLog(token, TRANSFER, [addressOf('alice'), addressOf('bob')], [1])]);

/** Blocks 1,010 to 1,019 and 1,030 to 1,039 are missing. */
async function fill(pool: Pool): Promise<void> {
  await storeDays(pool, FIRST, 1_009, { 1002: moved(old, earlier) });
  await storeDays(pool, 1_040, HEAD, {
    1042: moved(fresh),
    1045: moved(old, hidden, delegating, again, earlier),
  });
  await storeDays(pool, 1_020, 1_029, { 1022: moved(late) });
  await deploy(pool, old, 1_001);
  await deploy(pool, late, 1_021);
  await deploy(pool, silent, 1_021);
  await deploy(pool, fresh, 1_041);
  await deploy(pool, silentFresh, 1_041);
  await insert(pool, 'code_change', { block_number: 1_040, tx_index: 0, address: again, kind: 'cleared' });
  await deploy(pool, again, 1_041);
  await deploy(pool, earlier, 1_041);
  const code = Buffer.concat([Buffer.from('ef0100', 'hex'), addressOf('delegate')]);
  const hash = hashOf('delegation');
  await insert(pool, 'code', {
    ...{ hash, code, fingerprint: hash, selectors: Buffer.alloc(0), proxy_pattern: 'none' },
  });
  await insert(pool, 'code_change', {
    ...{ block_number: 1_041, tx_index: 1, address: delegating, kind: 'set', code_hash: hash },
  });
}

const METHODS = ['', '/holders', '/transfers', '/statistics'];

describe.each(METHODS)('R-161, R-315: tokens/{token}%s, where blocks are missing,', (method) => {
  const service = useService({ firstBlock: FIRST, fill });
  const get = (token: Buffer) => service.get(`tokens/${hex(token)}${method}`);

  it.each([
    ['has transfers on both sides of the gap', old, 1_010],
    ['was deployed after a gap and before another', late, 1_030],
    ['was deployed nobody knows when, perhaps in the first gap', hidden, 1_010],
    ['may have had its first transfer in the gap', silent, 1_030],
    ['is not known at all', unknown, 1_010],
    ['is an account that delegates, and so was there before', delegating, 1_010],
    ['was destroyed and created again after the last gap', again, 1_010],
    ['had transfers before the first creation that is known', earlier, 1_010],
  ])('is refused with the first gap after the deployment of what %s', async (_, token, from) => {
    const { status, json } = await get(token);
    expect(status).toBe(422);
    expect(json.error).toMatchObject({
      code: 'block_not_available',
      details: {
        reason: 'coverage_gap',
        coverageGapFromBlock: from,
        coverageGapToBlock: from + 9,
        maxAvailableBlock: HEAD,
      },
    });
  });

  it('answers for what was deployed after the last gap, and knows when that has no transfer', async () => {
    expect((await get(fresh)).status).toBe(200);
    expect((await get(silentFresh)).status).toBe(404);
  });

  it('answers once the gaps are filled, in any order', async () => {
    await storeDays(service.pool, 1_030, 1_039, { 1031: moved(silent) });
    expect((await get(late)).status).toBe(200);
    expect((await get(old)).status).toBe(422);
    await storeDays(service.pool, 1_010, 1_019, {});
    for (const token of [old, hidden, silent, delegating, again, earlier])
      expect((await get(token)).status).toBe(200);
    expect((await get(unknown)).status).toBe(404);
  });
});
