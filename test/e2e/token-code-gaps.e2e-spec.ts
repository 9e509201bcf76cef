import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { eventLog, TRANSFER } from '../builder/token-log.js';
import { addressOf, hex } from './fixture/bytes.js';
import { deploy, storeDays, storeStatelessDays } from './fixture/token-days.js';
import { useService } from './fixture/use-service.js';

const FIRST = 1_000;
const HEAD = 1_029;
const [alice, bob, kitties, indexed, known] = ['alice', 'bob', 'kitties', 'indexed', 'known'].map(
  addressOf,
) as [Buffer, Buffer, Buffer, Buffer, Buffer];

/** Blocks 1,010 to 1,019 have no state diffs. */
async function fill(pool: Pool): Promise<void> {
  await storeDays(pool, FIRST, 1_009, {});
  await storeStatelessDays(pool, 1_010, 1_019, {
    1012: [
      [eventLog(kitties, TRANSFER, [], [alice, bob, 41])],
      [eventLog(indexed, TRANSFER, [alice, bob], [41])],
      [eventLog(known, TRANSFER, [], [alice, bob, 41])],
    ],
  });
  await storeDays(pool, 1_020, HEAD, {});
  await deploy(pool, known, 1_012, '6352211e');
}

describe('while the code of a token is not known, and its events do not settle its standard,', () => {
  const service = useService({ firstBlock: FIRST, fill });

  it.each(['', '/holders', '/transfers', '/statistics'])(
    'R-161: tokens/{token}%s is refused with the blocks without state changes',
    async (method) => {
      const get = (token: Buffer) => service.get(`tokens/${hex(token)}${method}`);
      const { status, json } = await get(kitties);
      expect(status).toBe(422);
      expect(json.error.details).toMatchObject({
        ...{ reason: 'coverage_gap', coverageGapFromBlock: 1_010, coverageGapToBlock: 1_019 },
      });
      expect((await get(indexed)).status).toBe(200);
      expect((await get(known)).status).toBe(200);
    },
  );

  it('its standard is not settled among the transfers of an address', async () => {
    const { json } = await service.get(`addresses/${hex(bob)}/token-transfers`);
    const standards = json.data.transfers.map(
      ({ token }: { token: { address: string; standard?: string } }) => [token.address, token.standard],
    );
    expect(standards).toEqual([
      [hex(known), 'erc721'],
      [hex(indexed), 'erc20'],
      [hex(kitties), undefined],
    ]);
  });
});
