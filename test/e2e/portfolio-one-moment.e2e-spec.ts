import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { askBeside } from './fixture/ask-beside.js';
import { aBlock } from './fixture/block-row.js';
import { ISLAND } from './fixture/chain.js';
import { cover, insert } from './fixture/store-chain.js';
import { useService } from './fixture/use-service.js';

const NEXT = ISLAND + 1;
const HOLDER = Buffer.alloc(20, 1);
const ETHER = 10n ** 18n;

async function fill(pool: Pool): Promise<void> {
  const block = aBlock(ISLAND, []);
  await insert(pool, 'block', block);
  for (const family of ['blocks', 'state_diff', 'ommers', 'frames']) await cover(pool, family, [ISLAND]);
  await insert(pool, 'account_state', { block_number: ISLAND, address: HOLDER, wei: ETHER });
  const timestamp = block.timestamp - 3_600;
  await insert(pool, 'price_import', { asset: 'ETH', timestamp, usd: '10', source: 'a test' });
}

describe('a portfolio while blocks come and go', () => {
  const service = useService({ firstBlock: ISLAND, fill });

  /** Appends the next block with its balance and price, or unwinds them, in one transaction. */
  const flip = (there: boolean): Promise<void> =>
    inTransaction(service.pool, async (tx) => {
      if (there) {
        await insert(tx, 'block', aBlock(NEXT, []));
        await insert(tx, 'account_state', { block_number: NEXT, address: HOLDER, wei: 2n * ETHER });
      } else {
        await tx.query('DELETE FROM account_state WHERE block_number = $1', [NEXT]);
        await tx.query('DELETE FROM block WHERE number = $1', [NEXT]);
      }
      await tx.query(
        `UPDATE coverage SET ranges = ranges ${there ? '+' : '-'} int8multirange(int8range($1::int8, $1::int8 + 1))`,
        [NEXT],
      );
      await tx.query('UPDATE price_import SET usd = $1', [there ? 30 : 10]);
    });

  it('R-031, R-251: has all its parts from one snapshot', async () => {
    const answers: string[] = [];
    const moments = () => [...new Set(answers)].sort();
    const ask = async () => {
      const { status, json } = await service.get(`addresses/0x${'01'.repeat(20)}/portfolio`);
      answers.push(`${status} ${json.data?.window.asOfBlock} ${json.data?.totalUsd}`);
    };
    await askBeside(flip, ask, () => answers.length >= 100 && moments().length > 1);
    expect(moments()).toEqual([`200 ${ISLAND} 10`, `200 ${NEXT} 60`]);
  });
});
