import { describe, expect, it } from '@jest/globals';
import { HEAD, ISLAND } from './fixture/chain.js';
import { insert } from './fixture/store-chain.js';
import { aTransaction } from './fixture/transaction-row.js';
import { useService } from './fixture/use-service.js';

const CROWD = 25_000_001;

describe('the transactions of a block', () => {
  const service = useService();
  const page = async (number: number, query = '') =>
    (await service.get(`blocks/${number}/transactions${query}`)).json.data;
  const refusal = async (number: number, query: string) => {
    const { status, json } = await service.get(`blocks/${number}/transactions${query}`);
    return { status, ...json.error?.details };
  };
  const indices = ({ transactions }: { transactions: { txIndex: number }[] }) =>
    transactions.map(({ txIndex }) => txIndex);

  it('R-096, R-097: come in index order with the total of the block', async () => {
    const first = await page(CROWD, '?limit=3');
    expect(first).toMatchObject({ blockNumber: CROWD, txCount: 120 });
    expect(indices(first)).toEqual([0, 1, 2]);
  });

  it('R-098: of an empty block are none, without a cursor', async () => {
    expect(await page(25_000_003)).toEqual({ blockNumber: 25_000_003, txCount: 0, transactions: [] });
  });

  it('R-099: are the records the transaction method gives, without what only that one has', async () => {
    const [row] = (await page(ISLAND)).transactions;
    const { input, internalTransferCount, tokenTransferCount, failedFrameCount, ...alone } = (
      await service.get(`transactions/${row.hash}`)
    ).json.data;
    expect(row).toEqual(alone);
    expect(input).toMatch(/^0xa9059cbb/);
  });

  it('R-055, R-056: are fifty without a limit, and never more than the limit', async () => {
    expect(indices(await page(CROWD))).toHaveLength(50);
    expect(indices(await page(CROWD, '?limit=100'))).toHaveLength(100);
    expect(indices(await page(CROWD, '?limit=1'))).toEqual([0]);
  });

  it.each(['0', '101', '1e9', '1.5', '', '%2B1', '+1', '01', '-1', 'NaN', '99999999999999999999', '%D9%A3'])(
    'R-053, R-054, R-027: limit=%s is out of range',
    async (limit) => {
      const { actual, ...rest } = await refusal(CROWD, `?limit=${limit}`);
      expect(rest).toEqual({
        status: 400,
        reason: 'limit_out_of_range',
        parameter: 'limit',
        minLimit: 1,
        maxLimit: 100,
      });
      expect(String(actual)).toBe(decodeURIComponent(limit.replaceAll('+', ' ')));
    },
  );

  it('R-060, R-317: walked by any page size are every row once, in order', async () => {
    for (const limit of [1, 7, 50, 100]) {
      const walked: number[] = [];
      let cursor: string | undefined;
      do {
        const rows: Awaited<ReturnType<typeof page>> = await page(
          CROWD,
          `?limit=${limit}${cursor === undefined ? '' : `&cursor=${cursor}`}`,
        );
        walked.push(...indices(rows));
        cursor = rows.nextCursor;
        if (cursor !== undefined) expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,512}$/);
      } while (cursor !== undefined);
      expect(walked).toEqual(Array.from({ length: 120 }, (_, index) => index));
    }
  });

  it('R-061, R-A075: announce no page after a last one that is full', async () => {
    const full = await page(25_000_002, '?limit=50');
    expect(indices(full)).toHaveLength(50);
    expect(full).not.toHaveProperty('nextCursor');
    const first = await page(25_000_002, '?limit=25');
    const second = await page(25_000_002, `?limit=25&cursor=${first.nextCursor}`);
    expect(indices(second)).toHaveLength(25);
    expect(second).not.toHaveProperty('nextCursor');
  });

  it('R-062: a cursor belongs to its block, not to its limit', async () => {
    const { nextCursor } = await page(CROWD, '?limit=2');
    expect(indices(await page(CROWD, `?limit=3&cursor=${nextCursor}`))).toEqual([2, 3, 4]);
    expect(await refusal(25_000_002, `?cursor=${nextCursor}`)).toMatchObject({
      status: 400,
      reason: 'cursor_invalid',
    });
  });

  it('R-063: a cursor that was not issued is refused', async () => {
    const { nextCursor } = await page(CROWD, '?limit=2');
    const middle = Math.floor(nextCursor.length / 2);
    const tampered =
      nextCursor.slice(0, middle) + (nextCursor[middle] === 'A' ? 'B' : 'A') + nextCursor.slice(middle + 1);
    for (const cursor of [
      tampered,
      nextCursor.slice(0, -2),
      `${nextCursor}A`,
      `${nextCursor}%3D`,
      'garbage',
      '',
      'e30',
      'x'.repeat(513),
    ]) {
      expect(await refusal(CROWD, `?cursor=${cursor}`)).toEqual({
        status: 400,
        reason: 'cursor_invalid',
        parameter: 'cursor',
      });
    }
  });

  it('R-010: a bad cursor is reported before a bad limit, and both before a block that is not there', async () => {
    expect(await refusal(CROWD, '?limit=0&cursor=x')).toMatchObject({ reason: 'cursor_invalid' });
    expect(await refusal(HEAD + 1, '?limit=0')).toMatchObject({ status: 400 });
    expect(await refusal(HEAD + 1, '')).toMatchObject({ status: 422, reason: 'beyond_coverage' });
    expect(await refusal(46_150, '')).toMatchObject({
      status: 422,
      reason: 'coverage_gap',
      coverageGapFromBlock: 46_149,
    });
    expect(await refusal(1, '')).toMatchObject({ status: 400, reason: 'block_invalid' });
  });

  it('R-064, R-065: a cursor goes on from its position after the rows of the block were replaced', async () => {
    const number = 25_000_004;
    const { nextCursor } = await page(number, '?limit=1');
    await service.pool.query('DELETE FROM transaction WHERE block_number = $1', [number]);
    for (const tx_index of [0, 1, 2, 3]) {
      await insert(service.pool, 'transaction', {
        block_number: number,
        tx_index,
        ...aTransaction(`replaced ${tx_index}`),
      });
    }
    expect(indices(await page(number, `?cursor=${nextCursor}`))).toEqual([1, 2, 3]);
  });

  it('R-066: state no total but that of the block', async () => {
    expect(Object.keys(await page(CROWD, '?limit=1')).sort()).toEqual([
      'blockNumber',
      'nextCursor',
      'transactions',
      'txCount',
    ]);
  });
});
