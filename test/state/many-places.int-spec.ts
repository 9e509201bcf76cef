import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import type { StateChange } from '../../src/domain/chain/record/block.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { allProjectors, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { ViewExecutor } from '../../src/state/execution/view-executor.js';
import { DECLARATIONS } from '../../src/state/tracking/tracked-calls.js';
import { Tracker } from '../../src/state/tracking/tracker.js';
import { trackingProjector } from '../../src/state/tracking/tracking.projector.js';
import { assembled, RETURN_TOP } from '../builder/assembled.js';
import { verifiedBlock } from '../builder/verified-block.js';
import { type OpenedDatabase, openNewDatabase } from '../fixture/opened-database.js';
import { word } from './random-transaction.js';

const PROJECTORS = ['block', 'contract', 'coverage', 'native_balance', 'storage'];
const CALLS = Object.keys(DECLARATIONS).length;

const addressOf = (number: number): Buffer => {
  const address = Buffer.alloc(20, 0xee);
  address.writeUInt32BE(number, 16);
  return address;
};
const TOKEN = addressOf(0);
/** A place that tokens read, and that the second block writes. */
const SHARED = addressOf(1);
/** An account that no block shows. */
const UNKNOWN = addressOf(3);
const FIRST_READ = 100;

/** A selector, as in a dispatcher, makes it a candidate. */
const candidate = (program: string): Buffer => assembled(`0x95d89b41 POP ${program} ${RETURN_TOP}`);
const READ_SHARED = `32 0 0 0 ${toHex(SHARED)} 50000 STATICCALL POP 0 MLOAD`;
const token = (reads: string): Buffer => candidate(`${READ_SHARED} ${reads}`);
const times = (count: number, textOf: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => textOf(at)).join(' ');
const of = (at: number): string => toHex(addressOf(FIRST_READ + at));

/** Programs that add up what they read at so many places, each of which has one value. */
const READS = {
  slots: (count: number) => times(count, (at) => `${at} SLOAD ADD`),
  codes: (count: number) => times(count, (at) => `${of(at)} EXTCODESIZE ADD`),
  balances: (count: number) => times(count, (at) => `${of(at)} BALANCE ADD`),
};

const changed = (address: Buffer, change: Partial<StateChange>): StateChange => ({
  ...{ address, storage: [] },
  ...change,
});
const created = (address: Buffer, code: Buffer, values: readonly bigint[] = []): StateChange =>
  changed(address, {
    nonce: { before: 0, after: 1 },
    code,
    storage: values.map((value, at) => ({ slot: word(BigInt(at)), before: word(0n), after: word(value) })),
  });

describe('a tracked call that reads many places', () => {
  let database: OpenedDatabase;
  const { fastView } = ViewExecutor.prototype;
  let runs = 0;

  beforeEach(async () => {
    database = await openNewDatabase();
    ViewExecutor.prototype.fastView = function counted(...call) {
      runs += 1;
      return fastView.apply(this, call);
    };
  });
  afterEach(async () => {
    ViewExecutor.prototype.fastView = fastView;
    await database.drop();
  });

  const opened = (): Promise<ChainWriter> =>
    ChainWriter.open(database.pool, {
      projectors: [
        ...allProjectors().filter(({ name }) => PROJECTORS.includes(name)),
        trackingProjector(new Tracker(forkSchedule())),
      ],
    });

  /** A block that creates the token, and one that changes what it and others read. @returns how often each block ran the calls */
  async function follow(code: Buffer, values: readonly bigint[] = []): Promise<number[]> {
    const writer = await opened();
    const read = Array.from({ length: 50 }, (_, at) =>
      changed(addressOf(FIRST_READ + at), { balance: { before: 0n, after: 1n }, code: Buffer.alloc(1) }),
    );
    const nonces = read.map((change) => ({ ...change, nonce: { before: 0, after: 1 } }));
    const shared = created(SHARED, assembled(`0 SLOAD ${RETURN_TOP}`), [1_000n]);
    const first = verifiedBlock(1_000, 'first', Buffer.alloc(32, 1), []);
    const second = verifiedBlock(1_001, 'second', first.hash, []);
    const write = { slot: word(0n), before: word(1_000n), after: word(2_000n) };
    const counts: number[] = [];
    for (const block of [
      { ...first, allocation: [created(TOKEN, code, values), shared, ...nonces] },
      { ...second, allocation: [changed(SHARED, { storage: [write] })] },
    ]) {
      runs = 0;
      await writer.append([block]);
      counts.push(runs);
    }
    writer.close();
    return counts;
  }

  async function results(): Promise<string[]> {
    const { rows } = await database.pool.query<{ result: string }>(
      `SELECT DISTINCT since_block || ' ' || outcome || ' ' || encode(ltrim(output, '\\x00'), 'hex') AS result
       FROM tracked_run WHERE contract = $1 ORDER BY 1`,
      [TOKEN],
    );
    return rows.map(({ result }) => result);
  }
  const returned = (block: number, value: number): string =>
    `${block} returned ${Buffer.from(value.toString(16).padStart(4, '0'), 'hex').toString('hex')}`;

  it.each([
    ['slots', 50],
    ['codes', 50],
    ['balances', 20],
  ] as const)('is run as often as one that reads few: %s', async (kind, many) => {
    const ones = Array.from({ length: many }, () => 1n);
    const ofMany = await follow(token(READS[kind](many)), ones);
    expect(await results()).toEqual([returned(1_000, 1_000 + many), returned(1_001, 2_000 + many)]);
    await database.drop();
    database = await openNewDatabase();
    const ofFew = await follow(token(READS[kind](2)), ones);
    expect(ofMany).toEqual(ofFew);
    // The places that the last run read are loaded before the next run.
    expect(ofMany[1]).toBe(CALLS);
  });

  it('returns the right result if empty places would lead elsewhere', async () => {
    const code = token('0 SLOAD @set JUMPI 7 0 MSTORE 32 0 RETURN set: 1 SLOAD ADD');
    await follow(code, [1n, 5n]);
    expect(await results()).toEqual([returned(1_000, 1_005), returned(1_001, 2_005)]);
  });

  it.each([
    ['has a result', 40, [returned(1_000, 1_040), returned(1_001, 2_040)]],
    ['is left where it reads more than a tracked run may', 90, ['1000 left ', '1001 left ']],
  ])('and finds each in the one before %s', async (_, length, expected) => {
    // Each slot contains the number of the next one.
    const values = Array.from({ length: 100 }, (_, at) => BigInt(at + 1));
    await follow(token(`0 ${times(length, () => 'SLOAD')} ADD`), values);
    expect(await results()).toEqual(expected);
  });

  it.each([
    ['alone', []],
    ['beside one that lacks its code', [created(addressOf(2), candidate(`${toHex(UNKNOWN)} EXTCODESIZE`))]],
  ])('lacks an account as a whole %s', async (_, others) => {
    const code = candidate(`0 SLOAD @set JUMPI STOP set: ${toHex(UNKNOWN)} BALANCE`);
    const writer = await opened();
    const block = verifiedBlock(1_000, 'first', Buffer.alloc(32, 1), []);
    await writer.append([{ ...block, allocation: [created(TOKEN, code, [1n]), ...others] }]);
    writer.close();
    const { rows } = await database.pool.query(
      `SELECT DISTINCT place.address, kind FROM tracked_run JOIN tracked_place place ON run_id = id
       WHERE contract = $1 AND outcome = 'missing' AND is_missing`,
      [TOKEN],
    );
    expect(rows).toEqual([{ address: UNKNOWN, kind: 'a' }]);
  });
});
