import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { readDefinitions } from '../../src/definition/read-definitions.js';
import { fromHex, toHex } from '../../src/domain/chain/codec/hex.js';
import type { StateChange, VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { evaluationProjector } from '../../src/engine/engine.projector.js';
import { HistoricalEvaluator } from '../../src/engine/historical/historical-evaluator.js';
import { claimDigest } from '../../src/engine/store/claim-digest.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { allProjectors, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { Tracker } from '../../src/state/tracking/tracker.js';
import { bounded } from '../bounded.js';
import { assembled } from '../builder/assembled.js';
import { verifiedBlock } from '../builder/verified-block.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { account, addressNamed } from '../fixture/evaluated-chain.js';
import { word } from './random-transaction.js';

/** Holders of a role, which one event each names, at some 2,000 gas. */
const HOLDERS = bounded(20, 10_000);
/** Segments after which a definition says no more: those of five blocks. */
const MOST = 5 * HOLDERS - 1;
const WRITES = 14;
/** The first block with a write in which no claim of a holder begins any more. */
const OVER = 10;
const FIRST = 30_000_000;
const CONTRACT = addressNamed('contract');
const MALLORY = addressNamed('mallory');
const SETTINGS = { ...readDefinitions(false), firstBlock: FIRST, mostSegments: MOST };
const GRANTED = fromHex('0x2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d');
/** Everybody or nobody has the role, as the slot says. */
const HAS_ROLE = assembled(
  '0 CALLDATALOAD 224 SHR 0x91d14854 EQ @has JUMPI STOP has: 0 SLOAD 0 MSTORE 32 0 RETURN',
);

const written = (before: bigint, after: bigint): StateChange['storage'] => [
  { slot: word(0n), before: word(before), after: word(after) },
];

/** Blocks that write the slot, at some 26,000 gas each; the branch writes nothing. */
function grown(chain: readonly VerifiedBlock[], count: number, name = 'made'): VerifiedBlock[] {
  const blocks = [...chain];
  for (let at = 0; at < count; at++) {
    const { header, hash } = blocks.at(-1)!;
    const block = verifiedBlock(header.number + 1, name, hash, [{ from: MALLORY, to: CONTRACT }]);
    const storage = header.number % 2 === 1 ? written(1n, 0n) : written(0n, 1n);
    blocks.push(name === 'made' ? { ...block, stateChanges: [[{ address: CONTRACT, storage }]] } : block);
  }
  return blocks;
}

function begun(): VerifiedBlock[] {
  const allocation = [account(CONTRACT, toHex(HAS_ROLE), written(0n, 1n))];
  const first = { ...verifiedBlock(FIRST, 'made', Buffer.alloc(32), []), allocation };
  const logs = Array.from({ length: HOLDERS }, (_, at) => ({
    address: CONTRACT,
    topics: [GRANTED, word(7n), word(BigInt(at + 1) << 64n), word(1n)],
    data: Buffer.alloc(0),
  }));
  return [first, verifiedBlock(FIRST + 1, 'made', first.hash, [{ from: MALLORY, to: CONTRACT, logs }])];
}

describe('proofs of many holders that change in every block', () => {
  const databases: TestDatabase[] = [];
  const pools: Pool[] = [];
  const writers: ChainWriter[] = [];
  const chain = grown(begun(), WRITES);
  const other = grown(grown(grown(begun(), OVER - 3), 2, 'branch'), 3);

  async function opened(): Promise<{ pool: Pool; writer: ChainWriter }> {
    const database = await createDatabase({ migrated: true });
    const pool = createPool(database.url);
    const evaluation = evaluationProjector({ ...SETTINGS, views: new Tracker(forkSchedule()) });
    const projectors = allProjectors({ firstBlock: FIRST, isDemo: false }).map((one) =>
      one.name === 'evaluation' ? evaluation : one,
    );
    const writer = await ChainWriter.open(pool, { projectors });
    databases.push(database);
    pools.push(pool);
    writers.push(writer);
    return { pool, writer };
  }
  const count = async (pool: Pool, of: string, block: number): Promise<number> => {
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*)::int4 FROM ${of} JOIN definition_number ON number = definition
       WHERE id = 'relation:has_role_holder' AND start_block <= $1 AND coalesce(end_block >= $1, true)`,
      [block],
    );
    return Number(rows[0]!.count);
  };
  const said = async (pool: Pool, block: number): Promise<[segments: number, undecided: number]> => [
    await count(pool, 'proof_segment', block),
    await count(pool, 'undecided_segment', block),
  ];

  let followed: Awaited<ReturnType<typeof opened>>;
  beforeAll(async () => {
    followed = await opened();
  });
  afterAll(async () => {
    for (const writer of writers) writer.close();
    for (const pool of pools) await pool.end();
    for (const database of databases) await database.drop();
  });

  it('are followed until there are so many, and then undecided', async () => {
    const { pool, writer } = followed;
    const seconds: string[] = [];
    for (const block of chain) {
      const began = performance.now();
      await writer.append([block]);
      seconds.push(((performance.now() - began) / 1_000).toFixed(2));
      const at = block.header.number - FIRST;
      const expected = at >= OVER ? [0, 1] : [at % 2 === 1 ? HOLDERS : 0, 0];
      expect([at, ...(await said(pool, FIRST + at))]).toEqual([at, ...expected]);
    }
    const isOverAt = (block: number): Promise<boolean | undefined> =>
      inTransaction(pool, async (tx) => {
        const historical = await HistoricalEvaluator.open(tx, SETTINGS);
        const definition = SETTINGS.catalog.definitions.find(({ id }) => id === 'relation:has_role_holder')!;
        return historical.at(definition, toHex(CONTRACT), block, (_, isOver) => isOver);
      });
    const overAt = [OVER - 1, OVER, WRITES].map((at) => isOverAt(FIRST + at));
    expect(await Promise.all(overAt)).toEqual([false, true, true]);
    console.log(`${HOLDERS} holders, seconds of a block: ${seconds.join(' ')}`);
  });

  it('are the same for who gets the blocks in another order', async () => {
    const { pool, writer } = await opened();
    await writer.append(chain.slice(0, 3));
    await writer.append(chain.slice(6, 9));
    await writer.append(chain.slice(9));
    await writer.append(chain.slice(3, 6));
    expect(await said(pool, FIRST + WRITES)).toEqual([0, 1]);
    expect(await claimDigest(pool)).toEqual(await claimDigest(followed.pool));
  });

  it('are followed again where a reorganisation takes the last of them back', async () => {
    await followed.writer.replace(other.slice(OVER - 1));
    expect(await said(followed.pool, FIRST + OVER + 1)).toEqual([HOLDERS, 0]);
    expect(await said(followed.pool, FIRST + OVER + 2)).toEqual([0, 1]);
    const { pool, writer } = await opened();
    await writer.append(other);
    expect(await claimDigest(pool)).toEqual(await claimDigest(followed.pool));
  });
});
