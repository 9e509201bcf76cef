import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { ProjectionRunner } from '../../src/event-store/projection-runner.js';
import type { Projector } from '../../src/event-store/projector.js';
import { WriterLease } from '../../src/event-store/writer-lease.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { bounded } from '../bounded.js';
import type { Range } from '../builder/shuffled-ranges.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { storedBalances } from '../fixture/stored-balances.js';

/** Tables whose rows must be equal. Reads of nodes on the way, and their results, may differ. */
const SETTLED = [
  'account_state',
  'native_credit',
  'native_move',
  'balance_sample',
  'balance_check',
  'contract_code_change',
  'balance_layout',
];

let demo: DemoDatabases;
let projectors: Projector[];
let inOrder: Pool;

beforeAll(async () => {
  demo = await DemoDatabases.start();
  projectors = allProjectors({ firstBlock: demo.chain.firstBlock, isDemo: true });
});
afterAll(() => demo?.stop());
afterEach(() => demo.dropAll());

describe('balances', () => {
  it('are the same whatever the order of ranges, and whenever nodes answer', async () => {
    const [first, last] = demo.whole;
    inOrder = await demo.inOrder();
    const expected = await storedBalances(inOrder, SETTLED);
    expect(expected.filter((row) => row.startsWith('balance_layout')).length).toBeGreaterThan(10);
    expect(await storedBalances(await demo.shuffled(9), SETTLED)).toEqual(expected);
    const orders: readonly (readonly Range[])[] = [
      [
        [first + 150, last],
        [first, first + 149],
      ],
      [
        [first + 118, first + 200],
        [first + 201, last],
        [first, first + 9],
        [first + 10, first + 117],
      ],
    ];
    for (const ranges of bounded([], orders)) {
      for (const answersAfter of [() => false, () => true]) {
        const other = await demo.ingested(projectors, ranges, answersAfter);
        expect(await storedBalances(other, SETTLED)).toEqual(expected);
      }
    }
  });

  it('have the same rows after a rebuild from the events', async () => {
    const pool = await demo.inOrder();
    const before = await storedBalances(pool);
    const lease = await WriterLease.take(pool, 5_000);
    try {
      const runner = new ProjectionRunner(pool, lease);
      for (const projector of projectors)
        if (['balance', 'native_balance'].includes(projector.name)) await runner.rebuild(projector);
    } finally {
      lease.release();
    }
    expect(await storedBalances(pool)).toEqual(before);
    const { rows } = await pool.query(
      "SELECT count(*)::int4 AS open FROM state_read_request WHERE requester = 'balance'",
    );
    expect(rows).toEqual([{ open: 0 }]);
  });
});
