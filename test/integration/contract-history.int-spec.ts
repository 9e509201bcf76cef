import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Pool, PoolClient } from 'pg';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import type { Address } from '../../src/domain/chain/hex.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { ContractReader } from '../../src/records/code/contract.reader.js';
import { type CreationStep, lifecycleOf } from '../../src/records/code/lifecycle.js';
import { storeChain } from '../e2e/fixture/store-chain.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { Prng } from '../simulation/prng.js';

const FIRST = 25_000_000;
const HASHES = [1, 2].map((byte) => Buffer.alloc(32, byte));

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createDatabase({ migrated: true });
  pool = createPool(database.url);
  await storeChain(pool);
  await pool.query(
    `INSERT INTO code (hash, code, fingerprint, selectors, proxy_pattern)
     SELECT hash, '\\x60', hash, '\\x', 'none' FROM unnest($1::bytea[]) hash`,
    [HASHES],
  );
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

async function store(account: Buffer, steps: readonly CreationStep[]): Promise<void> {
  await pool.query(
    `INSERT INTO code_change (block_number, tx_index, address, kind, code_hash)
     SELECT block, index, $1, kind, code FROM unnest($2::int8[], $3::int4[], $4::text[], $5::bytea[]) step (block, index, kind, code)`,
    [
      account,
      steps.map(({ blockNumber }) => blockNumber),
      steps.map(({ txIndex }) => txIndex),
      steps.map(({ kind }) => kind),
      steps.map(({ codeHash }) => codeHash && Buffer.from(codeHash.slice(2), 'hex')),
    ],
  );
}

function stepAt(at: number, kind: CreationStep['kind'], random: Prng): CreationStep {
  const codeHash = kind === 'cleared' ? null : toHex(random.pick(HASHES));
  const unknown = { creationType: null, deployer: null, txHash: null, origin: null };
  return { blockNumber: FIRST + (at >> 1), txIndex: at % 2, kind, codeHash, ...unknown };
}

it('the lifecycle of a contract follows from all its code changes, in any sequence', async () => {
  const random = new Prng(7);
  const reader = new ContractReader(pool);
  for (let life = 0; life < 60; life++) {
    const account = Buffer.alloc(20, `life ${life}`);
    const steps = Array.from({ length: random.between(1, 8) }, (_, at) =>
      stepAt(at, random.pick(['set', 'cleared', 'cleared', 'transient']), random),
    );
    const deployed = steps.filter(({ kind }) => kind !== 'cleared').length;
    if (deployed === 0) continue;
    await store(account, steps);
    const { lifecycle } = await reader.byAddress(toHex(account) as Address, FIRST);
    expect(lifecycle).toEqual(lifecycleOf(steps, deployed));
  }
});

async function scansOfTransactions(tx: PoolClient): Promise<number> {
  const { rows } = await tx.query<{ scans: string }>(
    "SELECT coalesce(sum(pg_stat_get_xact_numscans(oid)), 0) AS scans FROM pg_class WHERE relname LIKE 'transaction%'",
  );
  return Number(rows[0]!.scans);
}

it('the lifecycle of an address with very many contracts needs few transactions', async () => {
  const account = Buffer.alloc(20, 0x77);
  const random = new Prng(8);
  const steps = Array.from({ length: 20_000 }, (_, at) => stepAt(at, 'transient', random));
  await store(account, steps);
  const [found, scans] = await inTransaction(pool, async (tx) => {
    // Includes scans of earlier transactions of the session.
    const before = await scansOfTransactions(tx);
    const row = await new ContractReader(tx as unknown as Pool).byAddress(toHex(account) as Address, FIRST);
    return [row.lifecycle, (await scansOfTransactions(tx)) - before] as const;
  });
  expect(found).toMatchObject({ codeChangeCount: 20_000, selfDestructBlock: FIRST + 9_999 });
  expect(scans).toBeLessThan(20);
});
