import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { EPISODES } from '../../src/demo/scenario/episodes.js';
import { accountOf } from '../../src/demo/stage/key.js';
import { ownArtifact } from '../../src/demo/stage/own-artifact.js';
import { BATCH_BLOCKS } from '../../src/domain/interval/log-batch.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { inclusionProof, leafHash, nodesOf, verifyInclusion } from '../../src/tlog/merkle-tree.js';
import { batchLeaves } from '../../src/transparency/claim-batch.js';
import { LogReader } from '../../src/transparency/log.reader.js';
import { logClaims } from '../../src/transparency/log-claims.js';
import { bounded } from '../bounded.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { finalize } from '../fixture/finalize.js';
import { PlayedBlocks } from '../fixture/played-blocks.js';

interface Leaf {
  readonly type: string;
  readonly definitionSet: string;
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
});
afterAll(() => demo?.stop());

/** Batches in the order of the log, after the entry for the definitions that they depend on. */
async function logged(pool: Pool): Promise<Leaf[]> {
  while ((await logClaims(pool)) > 0);
  const log = new LogReader(pool);
  const entries = await log.entries(0, await log.size());
  expect(entries.slice(1).map((entry) => (JSON.parse(`${entry}`) as Leaf).previous)).toEqual(
    entries.slice(0, -1).map((entry) => leafHash(entry).toString('base64')),
  );
  const [first, ...leaves] = entries.map((entry) => JSON.parse(`${entry}`) as Leaf);
  expect(first!.type).toBe('definitions');
  for (const { type, definitionSet } of leaves)
    expect([type, definitionSet]).toEqual(['claims', first!.definitionSet]);
  return leaves;
}

const ascending = (leaves: readonly Leaf[]) =>
  leaves.map(({ previous: _, ...leaf }) => leaf).sort((one, other) => one.fromBlock - other.fromBlock);

it('batches of claims are the same whenever blocks become final', async () => {
  const inOrder = await demo.inOrder();
  const middle = first + Math.floor((last - first) / 2 / BATCH_BLOCKS) * BATCH_BLOCKS;
  await finalize(inOrder, middle + 5);
  const early = await logged(inOrder);
  await finalize(inOrder, last);
  const leaves = await logged(inOrder);
  const batches = Math.floor(last / BATCH_BLOCKS) - Math.ceil(first / BATCH_BLOCKS);
  expect(leaves).toHaveLength(batches);
  expect(early.length).toBeGreaterThan(0);
  expect(leaves.slice(0, early.length)).toEqual(early);
  expect(leaves.reduce((sum, { claims }) => sum + claims, 0)).toBeGreaterThan(100);
});

it('batches of claims are not logged by a process of an older version than the database', async () => {
  const pool = await demo.inOrder();
  await finalize(pool, last);
  await pool.query("INSERT INTO migration (timestamp, name) VALUES (1, 'Newer1')");
  await expect(logClaims(pool)).rejects.toThrow(/of a newer version, with Newer1/);
  expect(await new LogReader(pool).size()).toBe(0);
  await pool.query("DELETE FROM migration WHERE name = 'Newer1'");
  expect(await logged(pool)).not.toHaveLength(0);
});

it('batches of claims wait for a final block', async () => {
  const pool = await demo.inOrder();
  await pool.query('DELETE FROM finality');
  expect(await logClaims(pool)).toBe(0);
  await finalize(pool, last);
  expect(await logged(pool)).not.toHaveLength(0);
});

it('batches of claims wait for the block after them, which shows the claims that ended in their last block', async () => {
  const end = Math.ceil(first / BATCH_BLOCKS) * BATCH_BLOCKS + 2 * BATCH_BLOCKS - 1;
  expect(end).toBeLessThan(last);
  const [filling, filled] = [await demo.inOrder(), await demo.inOrder()];
  for (const pool of [filling, filled]) await finalize(pool, last);
  const cover = (to: number) => filling.query(`UPDATE claim_coverage SET ranges = '{[${first},${to}]}'`);
  await cover(end);
  expect((await logged(filling)).at(-1)!.toBlock).toBeLessThan(end);
  // The next block is covered.
  await cover(last);
  for (const pool of [filling, filled]) {
    const ended = await pool.query(
      `UPDATE proof_segment SET end_block = ${end} WHERE end_block IS NULL AND start_block BETWEEN ${end - 20} AND ${end}`,
    );
    expect(ended.rowCount).toBeGreaterThan(0);
  }
  expect(ascending(await logged(filling))).toEqual(ascending(await logged(filled)));
});

it.each(bounded([1], [1, 2, 3]))(
  'batches of claims are the same if ranges come in random order (seed %i)',
  async (seed) => {
    const [inOrder, shuffled] = [await demo.inOrder(), await demo.shuffled(seed)];
    for (const pool of [inOrder, shuffled]) await finalize(pool, last);
    expect(ascending(await logged(shuffled))).toEqual(ascending(await logged(inOrder)));
  },
);

it('batches of claims are the same after a reorganisation as without the other branch', async () => {
  const own = await DemoDatabases.startOwn(bounded(EPISODES.slice(0, 8), EPISODES));
  const [, last] = own.whole;
  try {
    const play = new PlayedBlocks(own.chain.url, accountOf('chainproof', 'alice'));
    const beginning = await play.mark();
    const pool = await own.inOrder();
    for (const name of ['HiddenMintToken', 'MintedToken', 'PackedToken'])
      await play.deploy(ownArtifact(name));
    await own.follow(pool, projectors());
    const claims = await claimsAfter(pool, last);
    await play.goBack(beginning);
    for (const name of ['PackedToken', 'HiddenMintToken', 'HiddenMintToken'])
      await play.deploy(ownArtifact(name));
    await own.follow(pool, projectors());
    expect(await claimsAfter(pool, last)).not.toEqual(claims);
    const batchEnd = Math.ceil((last + 4) / BATCH_BLOCKS) * BATCH_BLOCKS;
    while ((await play.height()) < batchEnd) await play.deploy(ownArtifact('HiddenMintToken'));
    await own.follow(pool, projectors());
    const fresh = await own.ingested(projectors(), [[first, batchEnd]]);
    for (const one of [pool, fresh]) await finalize(one, batchEnd);
    const leaves = await logged(pool);
    expect(leaves.at(-1)!.toBlock).toBeGreaterThan(last);
    expect(leaves.at(-1)!.claims).toBeGreaterThan(10);
    expect(ascending(await logged(fresh))).toEqual(ascending(leaves));
  } finally {
    await own.stop();
  }
});

async function claimsAfter(pool: Pool, block: number): Promise<readonly string[]> {
  const { rows } = await pool.query<{ hash: string }>(
    "SELECT encode(proof_hash, 'hex') AS hash FROM proof_segment WHERE start_block > $1 ORDER BY 1",
    [block],
  );
  return rows.map(({ hash }) => hash);
}

it('batches of claims contain each claim that began or ended in them', async () => {
  const pool = await demo.inOrder();
  await finalize(pool, last);
  const [, leaf] = await logged(pool);
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
});
