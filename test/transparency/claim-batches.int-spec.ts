import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { inclusionProof, leafHash, nodesOf, verifyInclusion } from '../../src/tlog/merkle-tree.js';
import { BATCH_BLOCKS, batchLeaves } from '../../src/transparency/claim-batch.js';
import { LogReader } from '../../src/transparency/log.reader.js';
import { logClaims } from '../../src/transparency/log-claims.js';
import { DemoDatabases } from '../fixture/demo-databases.js';

interface Leaf {
  readonly fromBlock: number;
  readonly toBlock: number;
  readonly claims: number;
  readonly root: string;
  readonly coverage: string;
  readonly toHash: string;
  readonly previous?: string;
}

let demo: DemoDatabases;
let first: number;
let last: number;
const projectors = () => allProjectors({ firstBlock: first, isDemo: true });

beforeAll(async () => {
  demo = await DemoDatabases.start();
  [first, last] = demo.whole;
}, 120_000);
afterAll(() => demo?.stop());

async function finalize(pool: Pool, number: number): Promise<void> {
  await pool.query(
    `INSERT INTO finality (number, hash, position) SELECT number, hash, position FROM canonical_block WHERE number = $1
     ON CONFLICT (only_row) DO UPDATE SET number = excluded.number, hash = excluded.hash`,
    [number],
  );
}

async function logged(pool: Pool): Promise<Leaf[]> {
  while ((await logClaims(pool)) > 0);
  const log = new LogReader(pool);
  const entries = await log.entries(0, await log.size());
  expect(entries.slice(1).map((entry) => (JSON.parse(`${entry}`) as Leaf).previous)).toEqual(
    entries.slice(0, -1).map((entry) => leafHash(entry).toString('base64')),
  );
  return entries.map((entry) => JSON.parse(`${entry}`) as Leaf);
}

const ascending = (leaves: readonly Leaf[]) =>
  leaves.map(({ previous: _, ...leaf }) => leaf).sort((one, other) => one.fromBlock - other.fromBlock);

it('are the same whenever blocks become final, and in whatever order they came', async () => {
  const inOrder = await demo.inOrder();
  const middle = first + Math.floor((last - first) / 2 / BATCH_BLOCKS) * BATCH_BLOCKS;
  await finalize(inOrder, middle + 5);
  const early = await logged(inOrder);
  await finalize(inOrder, last);
  const leaves = await logged(inOrder);
  const batches = Math.floor((last + 1) / BATCH_BLOCKS) - Math.ceil(first / BATCH_BLOCKS);
  expect(leaves).toHaveLength(batches);
  expect(early.length).toBeGreaterThan(0);
  expect(leaves.slice(0, early.length)).toEqual(early);
  expect(leaves.reduce((sum, { claims }) => sum + claims, 0)).toBeGreaterThan(100);

  const shuffled = await demo.ingested(projectors(), [
    [middle + 1, last],
    [first, middle],
  ]);
  await finalize(shuffled, last);
  expect(ascending(await logged(shuffled))).toEqual(ascending(leaves));
}, 300_000);

it('contain each claim that began or ended in them', async () => {
  const pool = await demo.inOrder();
  await finalize(pool, last);
  const [leaf] = (await logged(pool)).slice(1);
  const { rows } = await pool.query<{ digest: string }>('SELECT digest FROM definition_set WHERE current');
  const leaves = await inTransaction(pool, (tx) => batchLeaves(tx, rows[0]!.digest, leaf!.fromBlock));
  const nodes = nodesOf(leaves.map(leafHash));
  const root = Buffer.from(leaf!.root, 'base64');
  for (const [index, claim] of leaves.entries()) {
    const proof = await inclusionProof(nodes, index, leaves.length);
    verifyInclusion(leafHash(claim), { index, size: leaves.length, root }, proof);
    const { start, end } = JSON.parse(`${claim}`) as { start: number; end?: number };
    const isWithin = (block: number) => block >= leaf!.fromBlock && block <= leaf!.toBlock;
    expect(isWithin(start) || isWithin(end!)).toBe(true);
  }
}, 120_000);
