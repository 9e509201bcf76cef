import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { ExecutionAudit } from '../../src/ingestion/prove/execution-audit.js';
import { allProjectors, forkSchedule } from '../../src/runtime/projection/projectors.js';
import type { ViewResult } from '../../src/state/execution/run/view-result.js';
import { ViewExecutor } from '../../src/state/execution/view-executor.js';
import { compareInterpreters } from '../../src/state/tracking/compare-interpreters.js';
import { CompareThread } from '../../src/state/tracking/compare-thread.js';
import { ComparedCallsReader } from '../../src/state/tracking/compared-calls.reader.js';
import { DemoDatabases } from '../fixture/demo-databases.js';

const OWNED = `FROM proof_segment JOIN definition_number ON number = definition WHERE id = 'relation:owned_by'`;
/** `owner()` */
const OWNER = '8da5cb5b';

/** A reference that gives a contract another owner. */
class OtherReference extends ViewExecutor {
  constructor(private readonly contract: string) {
    super(forkSchedule());
  }

  override async referenceView(...asked: Parameters<ViewExecutor['referenceView']>): Promise<ViewResult> {
    const result = await super.referenceView(...asked);
    const [to, data] = asked;
    const isMeant = to === this.contract && Buffer.from(data).toString('hex') === OWNER;
    return isMeant ? { ...result, output: Buffer.alloc(32, 9) } : result;
  }
}

describe('the tracked calls of the demo chain', () => {
  let demo: DemoDatabases;
  const thread = new CompareThread(forkSchedule());
  beforeAll(async () => {
    demo = await DemoDatabases.start();
  });
  afterAll(async () => {
    await thread.close();
    await demo?.stop();
  });

  it('are executed alike by both interpreters, and each of them is compared', async () => {
    const pool = await demo.inOrder();
    const calls = new ComparedCallsReader(forkSchedule(), (task, signal) => thread.compare(task, signal));
    const ended = await pool.query(`
      SELECT FROM (SELECT DISTINCT ON (contract, data) outcome FROM tracked_run ORDER BY contract, data, since_block DESC) last
      WHERE outcome IN ('returned', 'reverted')`);
    const found = { same: 0, different: 0, unclear: 0 };
    const began = performance.now();
    let above: number | undefined = 0;
    while (above !== undefined) {
      const page = await calls.page(pool, above, new AbortController().signal);
      for (const { result } of page.calls) found[result]++;
      above = page.last;
    }
    console.log(`${found.same} calls by both interpreters in ${(performance.now() - began).toFixed(0)} ms`);
    expect(found).toEqual({ same: ended.rowCount, different: 0, unclear: 0 });
    expect(found.same).toBeGreaterThan(300);
  });

  it('carry no claim from the block on at which they are not', async () => {
    const pool = await demo.inOrder();
    const { rows } = await pool.query<{ subject: Buffer }>(
      `SELECT subject ${OWNED} AND end_block IS NULL ORDER BY subject LIMIT 1`,
    );
    const { subject } = rows[0]!;
    const held = async (of: Buffer): Promise<number | null> =>
      (await pool.query(`SELECT ${OWNED} AND subject = $1 AND end_block IS NULL`, [of])).rowCount;
    const others = (await pool.query(`SELECT ${OWNED} AND subject <> $1 AND end_block IS NULL`, [subject]))
      .rowCount;
    const executor = new OtherReference(toHex(subject));
    const calls = new ComparedCallsReader(forkSchedule(), (task) => compareInterpreters(executor, task));
    const projectors = allProjectors({ firstBlock: demo.chain.firstBlock, isDemo: true });
    const writer = await ChainWriter.open(pool, { projectors });
    let isOver = false;
    const audit = new ExecutionAudit(pool, calls, writer, () => {
      isOver = false;
    });
    const { signal } = new AbortController();
    // A step compares as many calls as it has time for, and none after the last of its round.
    while (!isOver) {
      isOver = true;
      await audit.step(signal);
    }
    writer.close();
    expect(await held(subject)).toBe(0);
    const undecided = await pool.query(
      `SELECT FROM undecided_segment JOIN definition_number ON number = definition WHERE id = 'relation:owned_by' AND subject = $1 AND end_block IS NULL`,
      [subject],
    );
    expect(undecided.rowCount).toBe(1);
    const left = await pool.query(`SELECT ${OWNED} AND subject <> $1 AND end_block IS NULL`, [subject]);
    expect(left.rowCount).toBe(others);
  });
});
