import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StateChange } from '../../src/domain/chain/record/block.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { allProjectors, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { DECLARATIONS } from '../../src/state/tracking/tracked-calls.js';
import { Tracker } from '../../src/state/tracking/tracker.js';
import { trackingProjector } from '../../src/state/tracking/tracking.projector.js';
import { verifiedBlock } from '../builder/verified-block.js';
import { type OpenedDatabase, openNewDatabase } from '../fixture/opened-database.js';

const PROJECTORS = ['block', 'contract', 'coverage', 'native_balance', 'storage'];
/** Together more than 2,000 codes, which is what memory keeps. */
const TOKENS = 250;
const CODES_OF_EACH = 12;

const addressOf = (number: number): Buffer => {
  const address = Buffer.alloc(20, 0xee);
  address.writeUInt32BE(number, 16);
  return address;
};
const tokenAt = (index: number): Buffer => addressOf(index * 100);
const readAt = (index: number, code: number): Buffer => addressOf(index * 100 + code + 1);

/** Adds up the sizes of codes that no other token reads. */
function tokenCode(index: number): Buffer {
  // A selector, as in a dispatcher, makes it a candidate.
  const begin = '6395d89b4150' + '6000';
  const sizes = Array.from(
    { length: CODES_OF_EACH },
    (_, code) => `73${readAt(index, code).toString('hex')}3b01`,
  );
  return Buffer.from(`${begin}${sizes.join('')}60005260206000f3`, 'hex');
}

function created(address: Buffer, code: Buffer): StateChange {
  return { address, nonce: { before: 0, after: 1 }, code, storage: [] };
}

/** A block that creates so many tokens, each of which reads its own codes. */
function blockOf(tokens: number) {
  const sender = addressOf(0xffff_ffff);
  const changes: StateChange[] = [];
  for (let index = 0; index < tokens; index++) {
    changes.push(created(tokenAt(index), tokenCode(index)));
    for (let code = 0; code < CODES_OF_EACH; code++)
      changes.push(created(readAt(index, code), Buffer.alloc(code + 1)));
  }
  const block = verifiedBlock(1_000, `${tokens} tokens`, Buffer.alloc(32, 1), [{ from: sender, to: sender }]);
  return { ...block, stateChanges: [changes] };
}

describe('tracked calls that together read more codes than memory keeps', () => {
  let database: OpenedDatabase;

  beforeAll(async () => {
    database = await openNewDatabase();
  });

  afterAll(() => database.drop());

  it('return what each returns alone', async () => {
    const projectors = [
      ...allProjectors().filter(({ name }) => PROJECTORS.includes(name)),
      trackingProjector(new Tracker(forkSchedule())),
    ];
    const writer = await ChainWriter.open(database.pool, { projectors });
    await writer.append([blockOf(TOKENS)]);
    writer.close();

    const { rows } = await database.pool.query<{ outcome: string; output: string; count: number }>(
      `SELECT outcome, encode(output, 'hex') AS output, count(*)::int4 AS count FROM tracked_run GROUP BY 1, 2`,
    );
    const total = (CODES_OF_EACH * (CODES_OF_EACH + 1)) / 2;
    const output = total.toString(16).padStart(64, '0');
    expect(rows).toEqual([{ outcome: 'returned', output, count: TOKENS * Object.keys(DECLARATIONS).length }]);
  });
});
