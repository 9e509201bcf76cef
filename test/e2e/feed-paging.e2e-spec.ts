import { describe, expect, it } from '@jest/globals';
import { aBlock } from './fixture/block-row.js';
import { BUSY, BUSY_HEAD, BUSY_ROWS, storeBusyAddress } from './fixture/busy-address.js';
import { addressOf } from './fixture/bytes.js';
import { aFrame } from './fixture/frame-row.js';
import { insert } from './fixture/store-chain.js';
import { aTransaction } from './fixture/transaction-row.js';
import { useService } from './fixture/use-service.js';

/** How deep the reorganisations go. */
const DEPTH = 20;

describe('the feeds of an address with 100,000 rows, while blocks come and are replaced', () => {
  const service = useService({ fill: storeBusyAddress, firstBlock: BUSY_HEAD - 9_999 });

  /** Replaces the newest blocks with others, in one transaction: rows of before are gone, and new ones stand there. */
  async function reorganise(turn: number): Promise<void> {
    const client = await service.pool.connect();
    const first = BUSY_HEAD + 1;
    try {
      await client.query('BEGIN');
      for (const [table, column] of [
        ['frame', 'block_number'],
        ['transaction', 'block_number'],
        ['block', 'number'],
      ])
        await client.query(`DELETE FROM ${table} WHERE ${column} >= $1`, [first]);
      for (let number = first; number < first + 1 + (turn % DEPTH); number++) {
        await insert(client, 'block', aBlock(number, []));
        const place = { block_number: number, tx_index: turn % 3 };
        const from = { from_address: addressOf('busy') };
        await insert(client, 'transaction', { ...place, ...aTransaction(`${turn} ${number}`, from) });
        await insert(client, 'frame', { ...place, ...aFrame('0000 0000', { ...from, value: 1n }) });
      }
      await client.query('COMMIT');
    } finally {
      client.release();
    }
  }

  it.each([
    ['transactions', 'transactions', ({ hash }: Record<string, unknown>) => hash],
    [
      'internal-transfers',
      'transfers',
      ({ txHash, callPath }: Record<string, unknown>) => `${txHash} ${callPath}`,
    ],
  ] as const)(
    'R-064, R-065, R-060: %s are walked with no settled row lost, and none repeated',
    async (path, field, keyOf) => {
      const keys = new Set<unknown>();
      const rows: number[][] = [];
      let cursor: string | undefined;
      for (let turn = 0; turn === 0 || cursor !== undefined; turn++) {
        // Small pages at first, so that the blocks that are replaced are walked through while it happens.
        if (turn < 40 || turn % 50 === 0) await reorganise(turn);
        const query = `?limit=${turn < 40 ? 1 : 100}${cursor === undefined ? '' : `&cursor=${cursor}`}`;
        const { status, json } = await service.get(`addresses/${BUSY}/${path}${query}`);
        expect(status).toBe(200);
        for (const row of json.data[field]) {
          keys.add(keyOf(row));
          rows.push([row.blockNumber, row.txIndex]);
        }
        cursor = json.data.nextCursor;
      }
      expect(keys.size).toBe(rows.length);
      expect(rows).toEqual([...rows].sort(([a, x], [b, y]) => b! - a! || y! - x!));
      expect(rows.filter(([block]) => block! <= BUSY_HEAD)).toHaveLength(BUSY_ROWS);
      expect(rows.length).toBeGreaterThan(BUSY_ROWS);
    },
    120_000,
  );
});
