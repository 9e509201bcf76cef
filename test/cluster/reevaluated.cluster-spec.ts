import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { evaluationProjector } from '../../src/engine/engine.projector.js';
import { claimDigest } from '../../src/engine/store/claim-digest.js';
import { readConfig } from '../../src/platform/config/config.js';
import { openDatabase } from '../../src/runtime/database/open-database.js';
import { forkSchedule } from '../../src/runtime/projection/projectors.js';
import { Tracker } from '../../src/state/tracking/tracker.js';
import { changedRules, type Rules, rulesWith } from '../fixture/changed-rules.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { reevaluate } from '../fixture/reevaluate.js';
import { type CitusCluster, HAS_CITUS, query, startCitusCluster } from './citus-cluster.js';

/** Enough for a step, too little for a table. */
const STEP_BYTES = 128 * 1024;
const AS_THEY_ARE = rulesWith(() => undefined);

(HAS_CITUS ? describe : describe.skip)('a change of definitions on a cluster', () => {
  let cluster: CitusCluster;
  let demo: DemoDatabases;
  let builtOnOne: () => Promise<Pool>;
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    cluster = await startCitusCluster();
    demo = await DemoDatabases.start();
    builtOnOne = await demo.copies([projector(AS_THEY_ARE)]);
  });
  afterAll(async () => {
    for (const close of closing) await close();
    await demo?.stop();
    await cluster?.stop();
  });

  const projector = (rules: Rules) =>
    evaluationProjector({ ...rules, firstBlock: demo.chain.firstBlock, views: new Tracker(forkSchedule()) });

  /** A filled cluster that from then on limits intermediate results to a step each. */
  async function builtOnMany(): Promise<Pool> {
    const url = await cluster.database();
    const config = readConfig({ DATABASE_URL: url, DISTRIBUTED: 'citus' });
    const filled = await openDatabase(config, 'apply');
    await demo.ingest(filled.pool, [projector(AS_THEY_ARE)], [demo.whole]);
    await filled.close();
    const name = new URL(url).pathname.slice(1);
    await query(url, `ALTER DATABASE ${name} SET citus.max_intermediate_result_size = '${STEP_BYTES}B'`);
    const opened = await openDatabase(config, 'apply');
    closing.push(() => opened.close());
    const { rows } = await opened.pool.query<{ bytes: number }>(
      'SELECT sum(pg_column_size(segment)) AS bytes FROM proof_segment segment',
    );
    expect(Number(rows[0]!.bytes)).toBeGreaterThan(2 * STEP_BYTES);
    return opened.pool;
  }

  it.each([
    ['there and back in one go', [changedRules(), AS_THEY_ARE], Number.POSITIVE_INFINITY],
    ['killed after every tenth step', [changedRules()], 10],
  ])('gives the claims and events that one server has, %s', async (_, changes, stepsOfLife) => {
    const one = await builtOnOne();
    const many = await builtOnMany();
    expect(await storedIn(many)).toEqual(await storedIn(one));
    for (const rules of changes) {
      for (const pool of [one, many]) {
        await reevaluate(pool, () => projector(rules), stepsOfLife);
        await demo.answer(pool, [projector(rules)]);
      }
      expect(await storedIn(many)).toEqual(await storedIn(one));
    }
  });
});

/** The digest of the served claims, and counts and hashes of the rows of every definition set. */
async function storedIn(pool: Pool): Promise<unknown> {
  const stored: unknown[] = [await claimDigest(pool)];
  for (const text of [
    `SELECT definition_set, count(*)::int4, sum(hashtextextended(concat_ws(' ', subject, definition, object, start_block, end_block,
       interval_start, value, reference_block, proof_hash, position), 0)::numeric) FROM proof_segment GROUP BY 1 ORDER BY 1`,
    `SELECT definition_set, count(*)::int4, sum(hashtextextended(concat_ws(' ', subject, start_block, end_block, definitions::text), 0)::numeric)
     FROM undecided_interval GROUP BY 1 ORDER BY 1`,
    `SELECT definition_set, kind, count(*)::int4, sum(hashtextextended(concat_ws(' ', position, block_number, subject, definition, object, proof_hash), 0)::numeric)
     FROM fact_event_row GROUP BY 1, 2 ORDER BY 1, 2`,
  ]) {
    const { rows } = await pool.query(text);
    stored.push(rows);
  }
  return stored;
}
