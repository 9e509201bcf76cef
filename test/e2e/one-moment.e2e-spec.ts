import { describe, expect, it } from '@jest/globals';
import { askBeside } from './fixture/ask-beside.js';
import { aBlock } from './fixture/block-row.js';
import { HEAD } from './fixture/chain.js';
import { insert } from './fixture/store-chain.js';
import { aTransaction } from './fixture/transaction-row.js';
import { useService } from './fixture/use-service.js';

const NEXT = HEAD + 1;

describe('answers while blocks come and go', () => {
  const service = useService();
  const coming = aTransaction('coming and going');

  /** Appends the next block in one transaction, or unwinds it in one. */
  async function flip(there: boolean): Promise<void> {
    const client = await service.pool.connect();
    try {
      await client.query('BEGIN');
      if (there) {
        await insert(client, 'block', aBlock(NEXT, [coming]));
        await insert(client, 'transaction', { block_number: NEXT, tx_index: 0, ...coming });
      } else {
        await client.query('DELETE FROM transaction WHERE block_number = $1', [NEXT]);
        await client.query('DELETE FROM block WHERE number = $1', [NEXT]);
      }
      await client.query(
        `UPDATE coverage SET ranges = ranges ${there ? '+' : '-'} int8multirange(int8range($1::int8, $1::int8 + 1)) WHERE family = 'blocks'`,
        [NEXT],
      );
      await client.query('COMMIT');
    } finally {
      client.release();
    }
  }

  it('R-031, R-077, R-309: are each from one snapshot: a block exists, or is above the head, and is never in a gap', async () => {
    const answers: string[] = [];
    const kinds = () => [...new Set(answers)].sort();
    const ask = async () => {
      const [block, page, coverage] = await Promise.all(
        [`blocks/${NEXT}`, `blocks/${NEXT}/transactions`, 'coverage'].map((path) => service.get(path)),
      );
      for (const { status, json } of [block!, page!]) {
        answers.push(status === 200 ? '200' : JSON.stringify(json.error.details));
        if (status === 200) expect(json.data.txCount).toBe(1);
      }
      expect(page!.status === 200 ? page!.json.data.transactions.length : 1).toBe(1);
      const { head, families } = coverage!.json.data;
      expect(families[0].coverageBlock).toBe(head.number);
    };
    await askBeside(flip, ask, () => answers.length >= 200 && kinds().length > 1);
    const beyond = JSON.stringify({
      reason: 'beyond_coverage',
      requestedBlock: NEXT,
      maxAvailableBlock: HEAD,
    });
    expect(kinds()).toEqual(['200', beyond]);
  });
});
