import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Pool, PoolClient } from 'pg';
import { BATCH_BLOCKS } from '../../src/domain/interval/log-batch.js';
import { batchLeaves } from '../../src/transparency/claim-batch.js';
import { type AlteredNode, RpcFailure, startAlteredNode } from '../fixture/altered-node.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { sharedChain } from '../shared/demo-chain.js';

interface Leaf {
  readonly definition: string;
  readonly subject: string;
  readonly start: number;
  readonly end?: number;
}

/** Whether a segment is open although the records that its definition needs end at a block. */
const IS_LEFT_OPEN = `
end_block IS NULL AND EXISTS (
  SELECT FROM set_definition JOIN evaluated_range USING (records), unnest(ranges) run
  WHERE set_definition.definition = segment.definition AND upper(run) = $1 AND run @> start_block::int8)`;

let node: AlteredNode;
let demo: DemoDatabases;
let pool: Pool;
/** Blocks for which the node has no frames and no state diffs. */
let lost: readonly [from: number, to: number];

beforeAll(async () => {
  const chain = await sharedChain();
  const batch = Math.ceil(chain.firstBlock / BATCH_BLOCKS) * BATCH_BLOCKS + BATCH_BLOCKS;
  lost = [batch + 20, batch + 25];
  node = await startAlteredNode(
    () => chain.url,
    (method, [block]) =>
      method.startsWith('debug_traceBlock') && Number(block) >= lost[0] && Number(block) <= lost[1]
        ? new RpcFailure(-32000, 'No state available')
        : undefined,
  );
  demo = await DemoDatabases.over({ ...chain, url: node.url });
  pool = await demo.ingested(demo.everyProjector());
});
afterAll(async () => {
  await demo?.stop();
  await node?.stop();
});

it('claims end in the log where blocks without the records that they need begin', async () => {
  const batch = Math.floor(lost[0] / BATCH_BLOCKS) * BATCH_BLOCKS;
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const leaves = await leavesOf(client, batch);
    const { rows } = await client.query<{ subject: string; start: string }>(
      `SELECT '0x' || encode(subject, 'hex') AS subject, start_block AS start FROM proof_segment segment WHERE ${IS_LEFT_OPEN}`,
      [lost[0]],
    );
    const ended = leaves.filter(({ end }) => end === lost[0] - 1);
    expect(ended.length).toBeGreaterThanOrEqual(rows.length);
    for (const { subject, start } of rows)
      expect(ended).toContainEqual(expect.objectContaining({ subject, start: Number(start) }));
    const starts = rows.map(({ start }) => Number(start));
    expect([Math.min(...starts) < batch, Math.max(...starts) >= batch]).toEqual([true, true]);

    // As if they had ended there.
    await client.query(`UPDATE proof_segment segment SET end_block = $1::int8 - 1 WHERE ${IS_LEFT_OPEN}`, [
      lost[0],
    ]);
    await client.query("UPDATE evaluated_range SET ranges = '{}'");
    expect(await leavesOf(client, batch)).toEqual(leaves);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

async function leavesOf(tx: PoolClient, batch: number): Promise<Leaf[]> {
  const { rows } = await tx.query<{ digest: string }>('SELECT digest FROM definition_set WHERE current');
  const leaves = await batchLeaves(tx, rows[0]!.digest, batch);
  return leaves.map((leaf) => JSON.parse(`${leaf}`) as Leaf);
}
