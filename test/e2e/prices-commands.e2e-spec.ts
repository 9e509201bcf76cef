import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { Ended } from '../shared/command-host.js';
import { aBlock } from './fixture/block-row.js';
import { ISLAND } from './fixture/chain.js';
import { CommandBench } from './fixture/command.js';
import { cover, insert } from './fixture/store-chain.js';
import { useService } from './fixture/use-service.js';

const HOLDER = Buffer.alloc(20, 1);

async function fill(pool: Pool): Promise<void> {
  await insert(pool, 'block', aBlock(ISLAND, []));
  for (const family of ['blocks', 'state_diff', 'ommers', 'frames']) await cover(pool, family, [ISLAND]);
  await insert(pool, 'account_state', { block_number: ISLAND, address: HOLDER, wei: 2n * 10n ** 18n });
}

describe('prices from a file', () => {
  const service = useService({ firstBlock: ISLAND, fill });
  let bench: CommandBench;
  let earlier: number;
  beforeAll(async () => {
    bench = new CommandBench();
    const { json } = await service.get(`blocks/${ISLAND}`);
    earlier = json.data.timestamp - 3_600;
  });
  afterAll(() => bench.close());

  const imported = async (...lines: string[]): Promise<Ended> => {
    const file = join(bench.directory, 'prices.csv');
    writeFileSync(file, ['asset,time,usd', ...lines, ''].join('\n'));
    return bench.run(['prices', 'import', file, '--source', 'a test'], {
      DATABASE_URL: service.pool.options.connectionString,
    });
  };
  const portfolio = async () => (await service.get(`addresses/0x${'01'.repeat(20)}/portfolio`)).json.data;

  it('are refused as a whole for one wrong line, with all wrong lines named', async () => {
    const { code, err } = await imported(
      `ETH,${earlier},2500`,
      `ETH,${earlier - 1},much`,
      `DOGE,${earlier},1`,
      `ETH,${earlier},2501`,
    );
    expect(code).toBe(1);
    expect(err).toMatch(/line 3: usd .*\n.*line 4: asset .*\n.*line 5: .* line 2\n.*nothing was imported/);
    expect((await service.pool.query('SELECT FROM price_import')).rowCount).toBe(0);
    expect((await service.pool.query('SELECT FROM chain_event')).rowCount).toBe(0);
    expect(await portfolio()).toMatchObject({ pricedCount: 0, hiddenCount: 1 });
  });

  it('value tokens without another price, and name their source', async () => {
    const { code, out } = await imported(`ETH,${earlier},2500.5`);
    expect([code, out]).toEqual([0, expect.stringMatching(/: prices 1, assets 1\nimported\n$/)]);
    const { positions, ...rest } = await portfolio();
    expect(rest).toMatchObject({ pricedCount: 1, hiddenCount: 0, totalUsd: 5_001 });
    expect(positions).toMatchObject([{ kind: 'native', priceUsd: 2_500.5, priceCarried: false }]);
    const { rows } = await service.pool.query('SELECT asset, source FROM price_import');
    expect(rows).toEqual([{ asset: 'ETH', source: 'a test' }]);
  });
});
