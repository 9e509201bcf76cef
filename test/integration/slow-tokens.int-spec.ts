import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { allProjectors, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { ViewThreads } from '../../src/state/call/view-threads.js';
import type { ViewAnswer } from '../../src/state/view/view-answer.js';
import { Views } from '../../src/state/view/views.js';
import { assembled } from '../builder/assembled.js';
import { verifiedBlock } from '../builder/verified-block.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';

/** Code that answers with the word in slot 0, and code that never answers. */
const CODES = {
  answers: '0 SLOAD 0 MSTORE 32 0 RETURN',
  loops: 'JUMPDEST 0 JUMP',
  returnsMuch: '1000000 0 RETURN',
  hashes: 'JUMPDEST 2000000 0 KECCAK256 POP 0 JUMP',
  /** ECRECOVER is for the reference, and so for a thread. */
  recovers: 'JUMPDEST 0 0 128 0 1 GAS STATICCALL POP 0 JUMP',
  recoversOnce: '0 0 128 0 1 GAS STATICCALL POP 0 SLOAD 0 MSTORE 32 0 RETURN',
};

class CountingThreads extends ViewThreads {
  runs = 0;

  override run(...given: Parameters<ViewThreads['run']>): ReturnType<ViewThreads['run']> {
    this.runs++;
    return super.run(...given);
  }
}

const addressOf = (at: number) => Buffer.alloc(20, 0x51 + at);

let database: TestDatabase;
let pool: Pool;
const threads = new CountingThreads(forkSchedule());

beforeAll(async () => {
  database = await createDatabase({ migrated: true });
  pool = createPool(database.url);
  const allocation = Object.values(CODES).map((text, at) => ({
    address: addressOf(at),
    nonce: { before: 0, after: 1 },
    code: Buffer.from(assembled(text)),
    storage: [{ slot: Buffer.alloc(32), before: Buffer.alloc(32), after: Buffer.alloc(32, 7) }],
  }));
  const genesis = { ...verifiedBlock(0, 'slow', Buffer.alloc(32), []), allocation };
  const block = { ...verifiedBlock(1, 'slow', genesis.hash, []), stateChanges: [] };
  const names = ['block', 'transaction', 'contract', 'coverage', 'native_balance', 'storage'];
  const writer = await ChainWriter.open(pool, {
    projectors: allProjectors().filter(({ name }) => names.includes(name)),
  });
  try {
    await writer.append([genesis, block]);
  } finally {
    writer.close();
  }
});
afterAll(async () => {
  await threads.close();
  await pool?.end();
  await database?.drop();
});

it('runs code that takes long in a thread, once, and the same code ends alike ever after', async () => {
  const views = new Views(forkSchedule(), threads);
  const data = new Uint8Array(0);
  const calls = Object.keys(CODES).map((_, at) => ({ to: toHex(addressOf(at)), data }));
  const answers = () =>
    inTransaction(pool, (tx) => views.answers(tx, calls, 1), { isolation: 'repeatable read' });
  const described = (answer: ViewAnswer) =>
    answer.outcome === 'undecided' ? answer.why : Buffer.from(answer.output).toString('hex');

  const found = await answers();
  expect(found.map(described)).toEqual([
    '07'.repeat(32),
    'its execution takes more steps than is spent on it',
    'it returns too much',
    'its execution takes more gas than is spent on it',
    'its execution takes more frames than is spent on it',
    '07'.repeat(32),
  ]);
  const { runs } = threads;
  expect(runs).toBeGreaterThanOrEqual(2);
  expect(await answers()).toEqual(found);
  expect(threads.runs).toBe(runs);
});
