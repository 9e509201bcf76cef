import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import type { Address } from '../../src/domain/chain/hex.js';
import type { StateChange } from '../../src/domain/chain/record/block.js';
import type { StateReadResult } from '../../src/domain/event/state-read-result.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { allProjectors, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { Tracker } from '../../src/state/tracking/tracker.js';
import { trackingProjector } from '../../src/state/tracking/tracking.projector.js';
import { verifiedBlock } from '../builder/verified-block.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';

const PROJECTORS = ['block', 'contract', 'coverage', 'native_balance', 'storage'];
const LOWER = 1_000;
const UPPER = 1_001;
const TOKEN = Buffer.alloc(20, 1);
const READ = Buffer.alloc(20, 2);
const TRUE_LENGTH = 3;
/** An account that is older than the blocks. */
const OLD = Buffer.alloc(20, 3);
/** Code that returns the first slot. */
const SLOT_CODE = Buffer.from('60005460005260206000f3', 'hex');
const SLOT = Buffer.alloc(32);
const word = (value: number): Buffer => Buffer.concat([Buffer.alloc(31), Buffer.from([value])]);
/** Code with a dispatcher for `symbol()` that returns a code size. */
const TOKEN_CODE = Buffer.from(`6395d89b415073${READ.toString('hex')}3b60005260206000f3`, 'hex');

const created = (address: Buffer, code: Buffer): StateChange => ({
  ...{ address, nonce: { before: 0, after: 1 }, code, storage: [] },
});

describe('an answer of a node about state that other blocks show', () => {
  let database: TestDatabase;
  let pool: Pool;
  let writer: ChainWriter;
  let tracker: Tracker;
  const lower = {
    ...verifiedBlock(LOWER, '', Buffer.alloc(32, 1), []),
    allocation: [created(READ, Buffer.alloc(TRUE_LENGTH))],
  };
  const upper = { ...verifiedBlock(UPPER, '', lower.hash, []), allocation: [created(TOKEN, TOKEN_CODE)] };

  beforeEach(async () => {
    database = await createDatabase({ migrated: true });
    pool = createPool(database.url);
    tracker = new Tracker(forkSchedule());
    const others = allProjectors().filter(({ name }) => PROJECTORS.includes(name));
    const projectors = [...others, trackingProjector(tracker)];
    writer = await ChainWriter.open(pool, { projectors });
  });
  afterEach(async () => {
    writer.close();
    await pool.end();
    await database.drop();
  });

  /** Stores an answer: the word of a node, unless it is proven. */
  async function answer(
    read: Pick<StateReadResult, 'address' | 'what'> & { readonly output: Buffer },
    isProven = false,
  ) {
    const result = { ...read, outcome: 'answered' as const };
    const reads = [isProven ? { ...result, isProven } : result];
    await writer.record([{ number: UPPER, hash: upper.hash, reads }]);
  }

  /** Results in the order of blocks. */
  async function results(contract = TOKEN): Promise<string[]> {
    const { rows } = await pool.query<{ result: string }>(
      `SELECT outcome || encode(ltrim(output, '\\x00'), 'hex') AS result FROM tracked_run WHERE contract = $1 ORDER BY since_block, data`,
      [contract],
    );
    return [...new Set(rows.map(({ result }) => result))];
  }

  it.each([
    ['does not count where it is a word', 9, false, 'returned03'],
    ['leaves nothing known where it is a proof', 9, true, 'missing'],
    ['stays where it says the same', TRUE_LENGTH, false, 'returned03'],
  ])('%s', async (_, length, isProven, expected) => {
    await writer.append([upper]);
    expect(await results()).toEqual(['missing']);
    await answer({ address: READ, what: 'code', output: Buffer.alloc(length) }, isProven);
    expect(await results()).toEqual([`returned0${length}`]);
    await writer.append([lower]);
    expect(await results()).toEqual([expected]);
  });

  it('does not count either if a later block shows the earlier value', async () => {
    await writer.append([upper]);
    const call = { contract: toHex(OLD) as Address, data: Buffer.from('12345678', 'hex'), block: UPPER };
    await inTransaction(pool, (tx) => tracker.track(tx, [call]));
    await answer({ address: OLD, what: 'code', output: SLOT_CODE });
    await answer({ address: OLD, what: `slot:${toHex(SLOT)}`, output: word(9) });
    expect(await results(OLD)).toEqual(['returned09']);
    const storage = [{ slot: SLOT, before: word(3), after: word(4) }];
    const allocation = [{ address: OLD, storage }];
    await writer.append([{ ...verifiedBlock(UPPER + 1, '', upper.hash, []), allocation }]);
    expect(await results(OLD)).toEqual(['returned03', 'returned04']);
  });
});
