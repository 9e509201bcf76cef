import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { disputedCallsNote } from '../../src/cli/text/disputed-calls-note.js';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import type { Address } from '../../src/domain/chain/hex.js';
import type { StateChange, VerifiedBlock } from '../../src/domain/chain/record/block.js';
import type { ComparedCall } from '../../src/domain/event/compared-call.js';
import { formatDisputedCall } from '../../src/domain/event/disputed-call.js';
import { ProjectionRunner } from '../../src/event-store/projection-runner.js';
import { WriterLease } from '../../src/event-store/writer-lease.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { ExecutionAudit } from '../../src/ingestion/prove/execution-audit.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { allProjectors, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { contextOf } from '../../src/state/execution/run/block-context.js';
import type { ViewResult } from '../../src/state/execution/run/view-result.js';
import { ViewExecutor } from '../../src/state/execution/view-executor.js';
import { compareInterpreters } from '../../src/state/tracking/compare-interpreters.js';
import { CompareThread } from '../../src/state/tracking/compare-thread.js';
import { ComparedCallsReader } from '../../src/state/tracking/compared-calls.reader.js';
import { Tracker } from '../../src/state/tracking/tracker.js';
import { trackingProjector } from '../../src/state/tracking/tracking.projector.js';
import { assembled, RETURN_TOP } from '../builder/assembled.js';
import { verifiedBlock } from '../builder/verified-block.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';

const PROJECTORS = ['block', 'contract', 'coverage', 'native_balance', 'storage'];
const FIRST = 1_000;
const addressOf = (number: number): Buffer => Buffer.concat([Buffer.alloc(19, 0xdd), Buffer.from([number])]);
const OWNED = addressOf(1);
const OTHER = addressOf(2);
const PROXY = addressOf(3);
const CALL = Buffer.from('12345678', 'hex');
const OBSERVATION = Buffer.alloc(0);

/** Returns the first slot. */
const SLOT_CODE = assembled(`0 SLOAD ${RETURN_TOP}`);
const SIZING = assembled(`${toHex(OWNED)} EXTCODESIZE ${RETURN_TOP}`);
/** Returns the sum of balance and code hash of an account. */
const LOOKING = assembled(`${toHex(OWNED)} BALANCE ${toHex(OWNED)} EXTCODEHASH ADD ${RETURN_TOP}`);
/** Passes all call data on to the contract with one slot. */
const PROXY_CODE = assembled(
  `CALLDATASIZE 0 0 CALLDATACOPY 0 0 CALLDATASIZE 0 ${toHex(OWNED)} GAS DELEGATECALL ${RETURN_TOP}`,
);

const created = (address: Buffer, code: Buffer, storage: StateChange['storage'] = []): StateChange => ({
  ...{ address, nonce: { before: 0, after: 1 }, code, storage },
});
const word = (value: number): Buffer => Buffer.concat([Buffer.alloc(31), Buffer.from([value])]);
const written = (before: number, after: number): StateChange => ({
  ...{ address: OWNED, storage: [{ slot: Buffer.alloc(32), before: word(before), after: word(after) }] },
});

/** A reference that answers otherwise about one contract. */
class OtherReference extends ViewExecutor {
  override async referenceView(...asked: Parameters<ViewExecutor['referenceView']>): Promise<ViewResult> {
    const result = await super.referenceView(...asked);
    return asked[0] === toHex(OWNED) ? { ...result, output: Buffer.alloc(32, 9) } : result;
  }
}

describe('a call that both interpreters execute', () => {
  const schedule = forkSchedule();
  const tracker = new Tracker(schedule);
  const tracking = trackingProjector(tracker);
  const projectors = [...allProjectors().filter(({ name }) => PROJECTORS.includes(name)), tracking];
  const thread = new CompareThread(schedule);
  let database: TestDatabase;
  let pool: Pool;
  let writer: ChainWriter;
  let blocks: VerifiedBlock[];
  let compared: ComparedCall[];

  beforeEach(async () => {
    database = await createDatabase({ migrated: true });
    pool = createPool(database.url);
    writer = await ChainWriter.open(pool, { projectors });
    [blocks, compared] = [[], []];
    await append([
      created(OWNED, SLOT_CODE, [{ slot: Buffer.alloc(32), before: word(0), after: word(3) }]),
      created(OTHER, SIZING),
      created(PROXY, PROXY_CODE),
    ]);
    const asked = [
      ...[OWNED, OTHER, PROXY].map((address) => [address, CALL] as const),
      [PROXY, OBSERVATION] as const,
    ];
    await inTransaction(pool, (tx) =>
      tracker.track(
        tx,
        asked.map(([address, data]) => ({ contract: toHex(address) as Address, data, block: FIRST })),
      ),
    );
  });
  afterEach(async () => {
    writer.close();
    await pool.end();
    await database.drop();
  });

  afterAll(() => thread.close());

  async function append(changes: readonly StateChange[] = []): Promise<void> {
    const block = verifiedBlock(FIRST + blocks.length, '', blocks.at(-1)?.hash ?? Buffer.alloc(32, 1), []);
    blocks.push({ ...block, ...(changes.length > 0 && { allocation: changes }) });
    await writer.append(blocks.slice(-1));
  }

  /** Compares every call. @returns the number of events that were recorded */
  async function audit(executor?: ViewExecutor): Promise<number> {
    const calls = new ComparedCallsReader(schedule, (task, signal) =>
      executor ? compareInterpreters(executor, task) : thread.compare(task, signal),
    );
    const one = new ExecutionAudit(pool, calls, writer, (found) => compared.push(...found));
    let events = 0;
    const signal = new AbortController().signal;
    for (let step = 0; step < 4; step++) events += await one.step(signal);
    return events;
  }

  async function results(contract: Buffer): Promise<string[]> {
    const { rows } = await pool.query<{ result: string }>(
      `SELECT outcome || encode(ltrim(output, '\\x00'), 'hex') AS result FROM tracked_run WHERE contract = $1 ORDER BY data, since_block`,
      [contract],
    );
    return rows.map(({ result }) => result);
  }

  /** How calls were compared; a round begins anywhere, so some are compared twice. */
  const found = (): string[] => [
    ...new Map(
      compared.map((one) => [`${one.address} ${toHex(one.data)} ${one.result}`, one.result]),
    ).values(),
  ];

  it('stays as it is where both do the same, whatever it reads', async () => {
    const before = await results(OTHER);
    expect(await audit()).toBe(0);
    expect(found()).toEqual(['same', 'same', 'same', 'same']);
    expect(await results(OTHER)).toEqual(before);
    expect(await results(OWNED)).toEqual(['returned03']);
  });

  it('is the same, too, where it looks at an account, and unclear where something is not known', async () => {
    const executor = new ViewExecutor(schedule);
    const address = toHex(OWNED) as Address;
    const known = [
      { place: { kind: 'code', address: toHex(OTHER) as Address }, value: LOOKING },
      { place: { kind: 'code', address }, value: SLOT_CODE },
      { place: { kind: 'balance', address }, value: 7n },
      { place: { kind: 'nonce', address }, value: 1n },
    ] as const;
    const block = contextOf(blocks[0]!.header, schedule);
    const task = { contract: toHex(OTHER) as Address, data: CALL, block, known };
    const { end, fast, reference } = await compareInterpreters(executor, task);
    expect(end?.outcome).toBe('returned');
    expect(reference).toEqual(fast);
    const lacking = await compareInterpreters(executor, { ...task, known: known.slice(0, 3) });
    expect(lacking.end).toBeUndefined();
  });

  it('is undecided from the run on about which they disagree, until something that it reads changes', async () => {
    await append([written(3, 4)]);
    expect(await audit(new OtherReference(schedule))).toBe(1);
    expect(found().filter((one) => one === 'different')).toHaveLength(1);
    expect(await results(OWNED)).toEqual(['returned03', 'disputed']);
    expect(await results(OTHER)).toHaveLength(1);
    expect(await disputedCallsNote(pool)).toContain(
      `\n  ${toHex(CALL)} of ${toHex(OWNED)} at block ${FIRST + 1}\n`,
    );
    await append([written(4, 5)]);
    expect(await results(OWNED)).toEqual(['returned03', 'disputed', 'returned05']);
    const { rows } = await pool.query('SELECT FROM tracked_change WHERE contract = $1', [OWNED]);
    expect(rows).toHaveLength(1);
  });

  it('is undecided after a rebuild, and decided again once its block is replaced', async () => {
    await append([written(3, 4)]);
    await audit(new OtherReference(schedule));
    writer.close();
    const lease = await WriterLease.take(pool, 5_000);
    await new ProjectionRunner(pool, lease).rebuild(tracking);
    await inTransaction(pool, (tx) =>
      tracker.track(tx, [{ contract: toHex(OWNED) as Address, data: CALL, block: FIRST }]),
    );
    expect(await results(OWNED)).toEqual(['returned03', 'disputed']);
    lease.release();
    writer = await ChainWriter.open(pool, { projectors });
    const block = verifiedBlock(FIRST + 1, 'other', blocks[0]!.hash, []);
    await writer.replace([{ ...block, allocation: [written(3, 4)] }]);
    expect(await results(OWNED)).toEqual(['returned03', 'returned04']);
  });

  it('is decided again before a block that is removed, where the run about which they disagreed began earlier', async () => {
    await append();
    const read = {
      address: OWNED,
      what: formatDisputedCall(CALL),
      outcome: 'answered',
      output: word(9),
    } as const;
    const [, { hash }] = blocks as [VerifiedBlock, VerifiedBlock];
    await writer.record([{ number: FIRST + 1, hash, reads: [read] }]);
    expect(await results(OWNED)).toEqual(['disputed']);
    await writer.replace([verifiedBlock(FIRST + 1, 'other', blocks[0]!.hash, [])]);
    expect(await results(OWNED)).toEqual(['returned03']);
  });

  it('gets the result of the interpreters where the stored one is another', async () => {
    await pool.query('UPDATE tracked_run SET output = $2 WHERE contract = $1', [OWNED, word(8)]);
    expect(await results(OWNED)).toEqual(['returned08']);
    expect(await audit()).toBe(1);
    expect(found().filter((one) => one === 'different')).toHaveLength(1);
    expect(await results(OWNED)).toEqual(['returned03']);
    expect(await disputedCallsNote(pool)).toBe('');
    compared = [];
    expect(await audit()).toBe(0);
    expect(found()).toEqual(['same', 'same', 'same', 'same']);
  });
});
