import { mock } from 'node:test';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { allProjectors, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { ViewThreads } from '../../src/state/call/view-threads.js';
import { ViewExecutor } from '../../src/state/execution/view-executor.js';
import type { ViewAnswer, ViewCall } from '../../src/state/view/view-answer.js';
import { Views } from '../../src/state/view/views.js';
import { assembled } from '../builder/assembled.js';
import { verifiedBlock } from '../builder/verified-block.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';

/** Code that returns the word in slot 0, and code that never ends. */
const CODES = {
  answers: '0 SLOAD 0 MSTORE 32 0 RETURN',
  loops: 'JUMPDEST 0 JUMP',
  returnsMuch: '1000000 0 RETURN',
  hashes: 'JUMPDEST 2000000 0 KECCAK256 POP 0 JUMP',
  /** ECRECOVER needs the reference engine, and so a thread. */
  recovers: 'JUMPDEST 0 0 128 0 1 GAS STATICCALL POP 0 JUMP',
  recoversOnce: '0 0 128 0 1 GAS STATICCALL POP 0 SLOAD 0 MSTORE 32 0 RETURN',
  /** Runs 30,000 steps before it answers. */
  countsFirst: '3000 next: 1 SWAP1 SUB DUP1 @next JUMPI POP 0 SLOAD 0 MSTORE 32 0 RETURN',
};
const WORD = '07'.repeat(32);
const TAKES_MORE = 'its execution takes more steps than is spent on it';

/** Code that spends nearly all its gas, or reads one slot after the other, and answers differently at each block. */
const hostile = (program: string, rounds: number) =>
  `${rounds} next: ${program} 1 SWAP1 SUB DUP1 @next JUMPI TIMESTAMP 0 MSTORE 32 0 RETURN`;
const HOSTILE = [
  hostile(`${2n ** 256n - 1n} 3 EXP POP`, 6_000),
  hostile('100000 0 KECCAK256 POP', 400),
  hostile('32 0 KECCAK256 POP', 90_000),
  hostile('DUP1 TIMESTAMP ADD SLOAD POP', 4_000),
  `1 0 SSTORE ${hostile('DUP1 DUP1 DUP1 MULMOD POP', 60_000)}`,
];
const DUST = 90;

class CountingThreads extends ViewThreads {
  runs = 0;

  override run(...given: Parameters<ViewThreads['run']>): ReturnType<ViewThreads['run']> {
    this.runs++;
    return super.run(...given);
  }
}

const addressOf = (at: number) => Buffer.alloc(20, 0x51 + at);
const callOf = (at: number) => ({ to: toHex(addressOf(at)), data: new Uint8Array(0) });

let database: TestDatabase;
let pool: Pool;
const threads = new CountingThreads(forkSchedule());

beforeAll(async () => {
  database = await createDatabase({ migrated: true });
  pool = createPool(database.url);
  const dust = Array.from({ length: DUST }, (_, at) => HOSTILE[at % HOSTILE.length]!);
  const allocation = [...Object.values(CODES), ...dust].map((text, at) => ({
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

const answersOf = (views: Views, calls: readonly ViewCall[]) =>
  inTransaction(pool, (tx) => views.answers(tx, calls, 1), { isolation: 'repeatable read' });
const described = (answer: ViewAnswer) =>
  answer.outcome === 'undecided' ? answer.why : Buffer.from(answer.output).toString('hex');

it('slow code runs in a thread once, and has the same outcome from then on', async () => {
  const views = new Views(forkSchedule(), threads);
  const calls = Object.keys(CODES).map((_, at) => callOf(at));
  const found = await answersOf(views, calls);
  expect(found.map(described)).toEqual([
    ...[WORD, TAKES_MORE, 'it returns too much', TAKES_MORE, TAKES_MORE, WORD, WORD],
  ]);
  const { runs } = threads;
  expect(runs).toBeGreaterThanOrEqual(2);
  expect(await answersOf(views, calls)).toEqual(found);
  expect(threads.runs).toBe(runs);
});

describe('many tokens that use all their gas', () => {
  const honest = ['answers', 'recoversOnce', 'countsFirst'].map((name) =>
    callOf(Object.keys(CODES).indexOf(name)),
  );
  const dust = Array.from({ length: DUST }, (_, at) => callOf(Object.keys(CODES).length + at));
  const expected = [...dust.map(() => TAKES_MORE), ...honest.map(() => WORD)];

  it('are left out, and others are answered, whatever the order and whatever is in memory', async () => {
    const views = new Views(forkSchedule(), threads);
    const calls = [...dust, ...honest];
    expect((await answersOf(views, calls)).map(described)).toEqual(expected);
    expect((await answersOf(views, calls)).map(described)).toEqual(expected);
    // Alone, some of them are answered and cached.
    for (const call of dust.slice(0, HOSTILE.length)) await answersOf(views, [call]);
    expect((await answersOf(views, calls.toReversed())).map(described)).toEqual(expected.toReversed());
    const fresh = new Views(forkSchedule(), threads);
    expect((await answersOf(fresh, calls.toReversed())).map(described)).toEqual(expected.toReversed());
  });

  it('need little work in this process, and none a long run', async () => {
    const runs = mock.method(ViewExecutor.prototype, 'fastView').mock;
    await answersOf(new Views(forkSchedule(), threads), [...dust, ...honest]);
    const limits = runs.calls.map(({ arguments: [, , , , options] }) => options!.limits!.steps);
    runs.restore();
    expect(Math.max(...limits)).toBeLessThanOrEqual(20_000);
    expect(runs.callCount()).toBeGreaterThan(DUST);
  });
});
