import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import type { Address } from '../../src/domain/chain/hex.js';
import type { StateChange, VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { ProjectionRunner } from '../../src/event-store/projection-runner.js';
import { WriterLease } from '../../src/event-store/writer-lease.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { allProjectors, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { requestTracked } from '../../src/state/tracking/tracked-answer.table.js';
import { Tracker } from '../../src/state/tracking/tracker.js';
import { trackingProjector } from '../../src/state/tracking/tracking.projector.js';
import { verifiedBlock } from '../builder/verified-block.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';

const PROJECTORS = ['block', 'contract', 'coverage', 'native_balance', 'storage'];
const FIRST = 1_000;
const CALL = Buffer.from('12345678', 'hex');

const addressOf = (number: number): Buffer => Buffer.concat([Buffer.alloc(19, 0xee), Buffer.from([number])]);
const TOKEN = addressOf(1);
const VAULT = addressOf(2);
/** An account that is older than the blocks. */
const OLD = addressOf(3);
const YOUNG = addressOf(4);

/** Code that returns the code size of an account. */
const sizeOf = (read: Buffer): string => `73${read.toString('hex')}3b60005260206000f3`;
/** The same with a dispatcher for `symbol()`. */
const tokenReading = (read: Buffer): Buffer => Buffer.from(`6395d89b4150${sizeOf(read)}`, 'hex');
const created = (address: Buffer, code: Buffer): StateChange => ({
  ...{ address, nonce: { before: 0, after: 1 }, code, storage: [] },
});

describe('a rebuild of tracked calls', () => {
  let database: TestDatabase;
  let pool: Pool;
  let writer: ChainWriter;
  let blocks: VerifiedBlock[];
  let isWriting: boolean;
  const tracker = new Tracker(forkSchedule());
  const tracking = trackingProjector(tracker);

  beforeEach(async () => {
    database = await createDatabase({ migrated: true });
    pool = createPool(database.url);
    const others = allProjectors().filter(({ name }) => PROJECTORS.includes(name));
    writer = await ChainWriter.open(pool, { projectors: [...others, tracking] });
    [blocks, isWriting] = [[], true];
  });
  afterEach(async () => {
    if (isWriting) writer.close();
    await pool.end();
    await database.drop();
  });

  function grow(changes: readonly StateChange[] = [], branch = 'first'): void {
    const parent = blocks.at(-1)?.hash ?? Buffer.alloc(32, 1);
    // Without transactions, so that the log can be read again.
    const block = verifiedBlock(FIRST + blocks.length, branch, parent, []);
    blocks.push({ ...block, ...(changes.length > 0 && { allocation: changes }) });
  }

  async function append(changes?: readonly StateChange[]): Promise<void> {
    grow(changes);
    await writer.append(blocks.slice(-1));
  }

  /** Stores a proven answer with code of this length. */
  async function answer(address: Buffer, block: number, length: number): Promise<void> {
    const read = { address, what: 'code', outcome: 'answered' as const, output: Buffer.alloc(length) };
    const { hash } = blocks[block - FIRST]!;
    await writer.record([{ number: block, hash, reads: [{ ...read, isProven: true }] }]);
  }

  async function resultOf(contract: Buffer): Promise<string[]> {
    const { rows } = await pool.query<{ outcome: string; output: string }>(
      `SELECT DISTINCT ON (data) outcome, encode(ltrim(output, '\\x00'), 'hex') AS output FROM tracked_run
       WHERE contract = $1 ORDER BY data, since_block DESC`,
      [contract],
    );
    return [...new Set(rows.map(({ outcome, output }) => `${outcome} ${output}`))];
  }

  /** Tracks a call on demand, as evaluation does. */
  const track = (contract: Buffer): Promise<void> =>
    inTransaction(pool, (tx) =>
      tracker.track(tx, [
        { contract: toHex(contract) as Address, data: CALL, block: FIRST + blocks.length - 1 },
      ]),
    );

  async function rebuild(): Promise<void> {
    writer.close();
    isWriting = false;
    const lease = await WriterLease.take(pool, 5_000);
    await new ProjectionRunner(pool, lease).rebuild(tracking);
    lease.release();
  }

  it('has the answers that nodes gave while blocks were added', async () => {
    await append([created(TOKEN, tokenReading(OLD))]);
    await append();
    expect(await resultOf(TOKEN)).toEqual(['missing ']);
    await answer(OLD, FIRST, 7);
    expect(await resultOf(TOKEN)).toEqual(['returned 07']);
    await rebuild();
    expect(await resultOf(TOKEN)).toEqual(['returned 07']);
  });

  it('has the answers of nodes for a call that is tracked on demand', async () => {
    await append([created(VAULT, Buffer.from(sizeOf(OLD), 'hex'))]);
    await track(VAULT);
    await answer(OLD, FIRST, 9);
    expect(await resultOf(VAULT)).toEqual(['returned 09']);
    await rebuild();
    await track(VAULT);
    expect(await resultOf(VAULT)).toEqual(['returned 09']);
  });

  it('has the answers of nodes about a block that replaced another', async () => {
    await append([created(VAULT, Buffer.from(sizeOf(OLD), 'hex'))]);
    await append();
    await track(VAULT);
    await answer(OLD, FIRST + 1, 5);
    blocks.pop();
    grow([], 'second');
    await writer.replace(blocks.slice(-1));
    expect(await resultOf(VAULT)).toEqual(['missing ']);
    await answer(OLD, FIRST + 1, 9);
    expect(await resultOf(VAULT)).toEqual(['returned 09']);
    await rebuild();
    await track(VAULT);
    expect(await resultOf(VAULT)).toEqual(['returned 09']);
  });

  it('has the contradiction between a proof and blocks', async () => {
    await append([created(YOUNG, Buffer.alloc(3)), created(TOKEN, tokenReading(YOUNG))]);
    expect(await resultOf(TOKEN)).toEqual(['returned 03']);
    await inTransaction(pool, (tx) =>
      requestTracked(tx, [{ address: toHex(YOUNG) as Address, what: 'code', block: FIRST }]),
    );
    await answer(YOUNG, FIRST, 4);
    expect(await resultOf(TOKEN)).toEqual(['missing ']);
    await rebuild();
    expect(await resultOf(TOKEN)).toEqual(['missing ']);
  });
});
