import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { createPool } from '../../src/platform/postgres/pool.js';
import { useDemo } from './fixture/use-demo.js';

interface TracedCall {
  readonly type: string;
  readonly from: string;
  readonly value?: string;
  readonly error?: string;
  readonly calls?: readonly TracedCall[];
}

/** Calls in the order in which they began, as the tracer nests them. */
const flat = (call: TracedCall): TracedCall[] => [call, ...(call.calls ?? []).flatMap(flat)];

describe('the calls and transfers of a transaction', () => {
  const demo = useDemo();
  let pool: Pool;
  let hashes: string[];
  beforeAll(async () => {
    pool = createPool(demo.databaseUrl);
    const { rows } = await pool.query<{ hash: string }>(`
      (SELECT '0x' || encode(hash, 'hex') AS hash FROM transaction JOIN failed_frame USING (block_number, tx_index) GROUP BY hash LIMIT 4)
      UNION (SELECT '0x' || encode(hash, 'hex') FROM transaction JOIN internal_transfer USING (block_number, tx_index) GROUP BY hash LIMIT 4)
      UNION (SELECT '0x' || encode(hash, 'hex') FROM transaction JOIN transfer USING (block_number, tx_index) GROUP BY hash LIMIT 4)`);
    hashes = rows.map(({ hash }) => hash);
  });
  afterAll(() => pool?.end());

  const traced = async (hash: string): Promise<TracedCall> => {
    const response = await fetch(demo.nodeUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'debug_traceTransaction' },
        params: [hash, { tracer: 'callTracer' }],
      }),
    });
    return ((await response.json()) as { result: TracedCall }).result;
  };

  it('are those of the node, in order, including failed ones', async () => {
    expect(hashes.length).toBeGreaterThan(5);
    let failed = 0;
    for (const hash of hashes) {
      const { status, json } = await demo.get(`transactions/${hash}/flow`);
      expect(status).toBe(200);
      const { frames, frameCount } = json.data;
      expect(frameCount).toBe(frames.length);
      const paths = frames.map(({ callPath }: { callPath: string }) => callPath);
      expect(paths).toEqual(paths.toSorted());
      // Precompile calls without value are no frames.
      const calls = flat(await traced(hash)).filter(
        ({ type }) => !['STATICCALL', 'DELEGATECALL'].includes(type),
      );
      const senders = new Set(calls.map(({ from }) => from));
      for (const { from, callType } of frames)
        if (callType === 'call' || callType === 'create') expect(senders).toContain(from);
      failed += frames.filter((one: { status: string }) => one.status === 'failed').length;
      const { rows } = await pool.query(
        `SELECT count(*)::int AS count FROM transfer JOIN transaction USING (block_number, tx_index) WHERE hash = $1`,
        [Buffer.from(hash.slice(2), 'hex')],
      );
      expect(json.data.transfers.length).toBe(rows[0].count);
      expect(json.data.transferCount).toBe(rows[0].count);
    }
    expect(failed).toBeGreaterThan(0);
  });

  it('are refused for an unknown transaction', async () => {
    expect((await demo.get(`transactions/0x${'00'.repeat(32)}/flow`)).status).toBe(404);
  });
});
