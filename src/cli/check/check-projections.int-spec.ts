import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Pool, PoolClient } from 'pg';
import { DemoDatabases } from '../../../test/fixture/demo-databases.js';
import { CanonicalChain } from '../../event-store/canonical-chain.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import { checkProjections } from './check-projections.js';
import { OF_ALL, OF_BLOCKS, OF_CLAIMS } from './invariants.js';
import { blockWindows, positionWindows, type Window } from './windows.js';

let demo: DemoDatabases;
let pool: Pool;

beforeAll(async () => {
  demo = await DemoDatabases.start();
  pool = await demo.inOrder();
});
afterAll(() => demo?.stop());

const one = (table: string, where = 'true') => `ctid = (SELECT ctid FROM ${table} WHERE ${where} LIMIT 1)`;
const CURRENT = 'definition_set = (SELECT id FROM definition_set WHERE current)';

/** A statement that breaks each invariant. */
const DAMAGE: Readonly<Record<string, string>> = {
  'every canonical block has its row, and no other block has one': `UPDATE block SET hash = parent_hash WHERE ${one('block')}`,
  'a block has as many transactions as it states': `DELETE FROM transaction WHERE ${one('transaction')}`,
  'a block has as many logs as it states, numbered without holes': `UPDATE log SET log_index = 99999 WHERE ${one('log')}`,
  'internal transfers are inside transactions of blocks whose frames are covered': `UPDATE internal_transfer SET tx_index = 99999 WHERE ${one('internal_transfer')}`,
  'a block has as many withdrawals as it states': `INSERT INTO withdrawal SELECT max(number), 1, 1, 'x', 1 FROM block`,
  'no record belongs to a block that is not there': `UPDATE fact SET block_number = 2000000000 WHERE ${one('fact')}`,
  'every token transfer is in a log of its token': `UPDATE decoded_transfer SET token = 'x' WHERE ${one('decoded_transfer')}`,
  'every answer of a feed is in a log of its aggregator, in the hour of its block': `UPDATE price_answer SET hour = hour + 1 WHERE ${one('price_answer')}`,
  'every proof hash is of its proof': `UPDATE proof_segment SET proof_hash = sha256('') WHERE ${one('proof_segment')}`,
  'claims begin at blocks that are there': `UPDATE proof_segment SET start_block = 2000000000, end_block = NULL WHERE ${one('proof_segment', CURRENT)}`,
  'the buckets of fee recipients are the sums over their blocks': `UPDATE fee_recipient_bucket SET block_count = block_count + 1 WHERE ${one('fee_recipient_bucket')}`,
  'the days of validator queues are those of the samples': `INSERT INTO queue_day VALUES (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)`,
  'the counts of a token are the sums over its blocks': `UPDATE token SET mints = mints + 1 WHERE ${one('token')}`,
  'every holder of a token has the sum of its transfers': `UPDATE token_holder SET amount = amount + 1 WHERE ${one('token_holder')}`,
  'a bucket of a token has the sum of its blocks, and the holders whose last transfer is in it': `UPDATE token_bucket SET transfers = transfers + 1 WHERE ${one('token_bucket')}`,
  'what all holders of a token have is the sum over them': `UPDATE token SET amount_holders = amount_holders + 1 WHERE ${one('token')}`,
  'the code of every change of code is kept, and no other': `DELETE FROM code WHERE ${one('code')}`,
  'a folded bucket of counterparties is of canonical blocks': `INSERT INTO counterparty_bucket SELECT number, number, 'x' FROM block LIMIT 1`,
  'the counts of two counterparties are the sums over their buckets': `INSERT INTO counterparty_sum VALUES (-1, 1, 1, 1, 1, 1, 0, 1, 0, 0, 0, true, 'x', 'y')`,
  'the covered ranges of blocks are the canonical blocks': `UPDATE coverage SET ranges = '{}' WHERE family = 'blocks'`,
  'no two proofs carry one claim at one block': `UPDATE proof_segment SET end_block = NULL WHERE ctid = (
    SELECT a.ctid FROM proof_segment a JOIN proof_segment b USING (definition_set, subject, definition, object)
    WHERE a.${CURRENT} AND a.end_block < b.start_block LIMIT 1)`,
  'a claim interval is neighbouring proofs of one value': `UPDATE proof_segment SET interval_start = interval_start - 1 WHERE ${one('proof_segment', CURRENT)}`,
  'no fact is stored twice': `INSERT INTO fact SELECT * FROM fact LIMIT 1`,
};

it('finds nothing in undamaged rows', async () => {
  expect(await checkProjections(pool)).toEqual([]);
});

it('has an example of what breaks each invariant', () => {
  expect(Object.keys(DAMAGE)).toEqual([...OF_BLOCKS, ...OF_CLAIMS, ...OF_ALL].map(({ says }) => says));
});

it.each(Object.entries(DAMAGE))('finds where it is not so: %s', async (says, damage) => {
  expect(await found(damage)).toContainEqual(expect.stringContaining(`not so: ${says}`));
});

it.each([...OF_BLOCKS, ...OF_CLAIMS].map(({ says }) => says))(
  'finds damage in the same rows, however many blocks a query compares: %s',
  async (says) => {
    const windows = OF_CLAIMS.some((invariant) => invariant.says === says)
      ? positionWindows(5_000, 100)
      : blockWindows(await new CanonicalChain(pool).ranges(), 7);
    expect(windows.length).toBeGreaterThan(20);
    const { brokenBy } = [...OF_BLOCKS, ...OF_CLAIMS].find((invariant) => invariant.says === says)!;
    const broken = async (db: Pool | PoolClient, some: readonly Window[]): Promise<number[]> => {
      const numbers = new Set<number>();
      for (const window of some)
        for (const { number } of (await db.query(brokenBy, [...window])).rows) numbers.add(Number(number));
      return [...numbers].sort((one, other) => one - other);
    };
    expect(await broken(pool, windows)).toEqual([]);
    await damaged(DAMAGE[says]!, async (tx) => {
      const inAll = await broken(tx, [[0, Number.MAX_SAFE_INTEGER]]);
      expect(inAll.length).toBeGreaterThan(0);
      expect(await broken(tx, windows)).toEqual(inAll);
    });
  },
);

it.each(OF_BLOCKS.map(({ says, brokenBy }) => [says, brokenBy] as const))(
  'reads only the compared blocks of each table: %s',
  async (_, brokenBy) => {
    const statement = brokenBy.replaceAll('$1', '234567').replaceAll('$2', '234890');
    const { rows } = await pool.query(`EXPLAIN (FORMAT JSON) ${statement}`);
    const scans = scansIn(rows[0]['QUERY PLAN'][0].Plan);
    expect(scans.length).toBeGreaterThan(1);
    for (const scan of scans) {
      const condition = `${scan['Index Cond']} ${scan.Filter} ${scan['Recheck Cond']}`;
      expect([scan['Relation Name'], condition]).toEqual([
        scan['Relation Name'],
        expect.stringMatching(/>= '?234567.*<= '?234890/),
      ]);
    }
  },
);

interface PlanNode extends Readonly<Record<string, unknown>> {
  readonly Plans?: readonly PlanNode[];
}

/** Scans of tables that a statement selects by block. */
const scansIn = (node: PlanNode): PlanNode[] => [
  ...('Relation Name' in node && node['Relation Name'] !== 'coverage' ? [node] : []),
  ...(node.Plans ?? []).flatMap(scansIn),
];

async function found(damage: string): Promise<string[]> {
  let problems: string[] = [];
  await damaged(damage, async (tx) => {
    problems = await checkProjections(tx);
  });
  return problems;
}

async function damaged(damage: string, look: (tx: PoolClient) => Promise<void>): Promise<void> {
  await inTransaction(pool, async (tx: PoolClient) => {
    const { rowCount } = await tx.query(damage);
    expect(rowCount).toBe(1);
    await look(tx);
    throw UNDO;
  }).catch((error: unknown) => {
    if (error !== UNDO) throw error;
  });
}

const UNDO = new Error('nothing of it is kept');
