import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { eventLog, TRANSFER, word } from '../../../test/builder/token-log.js';
import { verifiedBlock } from '../../../test/builder/verified-block.js';
import { createDatabase, type TestDatabase } from '../../../test/fixture/database.js';
import { callDataOf } from '../../domain/chain/codec/call-data.js';
import type { StateReadResult } from '../../domain/event/state-read-result.js';
import { applyEvents } from '../../event-store/apply-events.js';
import { createPool } from '../../platform/postgres/pool.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import { tokenProjector } from './token.projector.js';

const projector = tokenProjector();
const [token, alice, bob] = [0x77, 0xa, 0xb].map((byte) => Buffer.alloc(20, byte)) as [
  Buffer,
  Buffer,
  Buffer,
];
const hash = Buffer.alloc(32);
const SYMBOL = callDataOf('symbol()');
const NAME = callDataOf('name()');
const DECIMALS = callDataOf('decimals()');

let database: TestDatabase;
let pool: Pool;

beforeEach(async () => {
  database = await createDatabase({ migrated: true });
  pool = createPool(database.url);
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

/** Blocks in each of which the token moves, or sets something of its own without moving. */
async function move(...numbers: readonly (number | `set ${number}`)[]): Promise<void> {
  const blocks = numbers.map((what) => {
    const isSet = typeof what === 'string';
    const logs = isSet ? [] : [eventLog(token, TRANSFER, [alice, bob], [1])];
    const number = isSet ? Number(what.slice(4)) : what;
    const block = verifiedBlock(number, 'a', hash, [{ from: alice, to: token, logs }]);
    const storage = [{ slot: word(3), before: word(0), after: word(1) }];
    return isSet ? { ...block, stateChanges: [[{ address: token, storage }]] } : block;
  });
  await inTransaction(pool, (tx) =>
    applyEvents(
      projector,
      tx,
      blocks.map((block, at) => ({ kind: 'BlockAppended', position: at + 1, block })),
    ),
  );
}

type Said = Omit<StateReadResult, 'address'>;

const text = (bytes: Buffer): Buffer =>
  Buffer.concat([word(32), word(bytes.length), bytes, Buffer.alloc((32 - (bytes.length % 32)) % 32)]);
const says = (what: string, output: Buffer): Said => ({ what, outcome: 'answered', output });
const reverts = (what: string): Said => ({ what, outcome: 'reverted', output: Buffer.alloc(0) });
const unavailable = (what: string): Said => ({ what, outcome: 'unavailable', output: Buffer.alloc(0) });

async function record(number: number, ...reads: readonly Said[]): Promise<void> {
  await inTransaction(pool, async (tx) =>
    applyEvents(projector, tx, [
      {
        kind: 'ReadRecorded',
        position: 1,
        number,
        hash,
        reads: reads.map((read) => ({ ...read, address: token })),
      },
    ]),
  );
}

const unwind = (from: number, to: number) => inTransaction(pool, (tx) => projector.unwind(tx, from, to));

const asked = async () =>
  (await pool.query('SELECT block_number, what FROM state_read_request ORDER BY 1, 2')).rows.map(
    ({ block_number, what }) => `${block_number} ${what}`,
  );
const allAt = (number: number) => [SYMBOL, NAME, DECIMALS].sort().map((what) => `${number} ${what}`);
const declared = async () => (await pool.query('SELECT * FROM token_metadata')).rows[0];
const nothing = { symbol: null, name: null, decimals: null };

describe('a token is asked what it declares', () => {
  it('once, at the first block it is seen in', async () => {
    await move(10, 11);
    expect(await asked()).toEqual(allAt(10));
    await record(10, says(SYMBOL, text(Buffer.from('SYM'))), says(DECIMALS, word(18)));
    await record(10, says(NAME, text(Buffer.from('Symbolic'))));
    expect(await asked()).toEqual([]);
    expect(await declared()).toEqual({
      ...{ token, symbol: Buffer.from('SYM'), name: Buffer.from('Symbolic'), decimals: 18, block_number: 10 },
    });
    await move(12);
    expect(await asked()).toEqual([]);
  });

  it('and ignores results of reads that only others requested', async () => {
    await move(10);
    await record(10, says(SYMBOL, text(Buffer.from('SYM'))), says(DECIMALS, word(18)), reverts(NAME));
    await record(10, says(SYMBOL, text(Buffer.from('ELSE'))), says(DECIMALS, word(6)));
    await record(11, says(SYMBOL, text(Buffer.from('ELSE'))));
    expect(await asked()).toEqual([]);
    expect(await declared()).toMatchObject({ symbol: Buffer.from('SYM'), decimals: 18 });
  });

  it('again at an earlier block, whose answers count once they are there', async () => {
    await move(20);
    await record(20, says(SYMBOL, text(Buffer.from('NEW'))));
    await move(10);
    expect(await asked()).toEqual([
      ...allAt(10),
      ...allAt(20).filter((request) => !request.endsWith(SYMBOL)),
    ]);
    expect(await declared()).toMatchObject({ symbol: Buffer.from('NEW'), block_number: 20 });
    await record(10, unavailable(SYMBOL));
    expect(await declared()).toMatchObject({ symbol: Buffer.from('NEW'), block_number: 20 });
    await record(10, says(NAME, text(Buffer.from('Old'))));
    expect(await declared()).toMatchObject({ symbol: Buffer.from('NEW'), block_number: 20 });
  });

  it('at the same blocks whether these come one by one or, as a rebuild hands them on, together', async () => {
    await move(20, 21, 10, 11);
    expect(await asked()).toEqual([...allAt(10), ...allAt(20)]);
    await record(20, says(SYMBOL, text(Buffer.from('NEW'))));
    await record(10, unavailable(SYMBOL), unavailable(NAME), unavailable(DECIMALS));
    expect(await declared()).toMatchObject({ symbol: Buffer.from('NEW'), block_number: 20 });
  });

  it('not at removed blocks: an earlier answer counts again, and the first remaining block is asked', async () => {
    await move(20);
    await record(20, says(SYMBOL, text(Buffer.from('NEW'))), reverts(NAME), reverts(DECIMALS));
    const before = await declared();
    await move(10, 11);
    await record(10, says(SYMBOL, text(Buffer.from('OLD'))));
    await unwind(10, 10);
    expect(await declared()).toEqual(before);
    expect(await asked()).toEqual(allAt(11));
    await unwind(11, 11);
    await unwind(20, 20);
    expect(await declared()).toBeUndefined();
    expect(await asked()).toEqual([]);
  });
});

describe('a token is asked again', () => {
  const all = (symbol: string) => [
    says(SYMBOL, text(Buffer.from(symbol))),
    says(NAME, text(Buffer.from(symbol))),
    says(DECIMALS, word(18)),
  ];
  const symbol = async () => (await declared())?.symbol.toString();

  it('where it set something as a token, which counts once all is answered', async () => {
    await move('set 9', 10, 'set 12', 13);
    expect(await asked()).toEqual([...allAt(10), ...allAt(12)]);
    await record(10, ...all('OLD'));
    await record(12, ...all('NEW').slice(0, 2));
    expect(await symbol()).toBe('OLD');
    await record(12, ...all('NEW').slice(2));
    expect(await symbol()).toBe('NEW');
    await move('set 14');
    await record(14, unavailable(SYMBOL), unavailable(NAME), unavailable(DECIMALS));
    expect(await symbol()).toBe('NEW');
  });

  it('at the same blocks whatever order they come in', async () => {
    await move('set 22', 20);
    await move('set 12');
    await move(10);
    expect(await asked()).toEqual([10, 12, 20, 22].flatMap(allAt));
    for (const number of [22, 20, 12, 10]) await record(number, ...all(`AT ${number}`));
    expect(await symbol()).toBe('AT 22');
    await unwind(22, 22);
    expect(await symbol()).toBe('AT 12');
    await unwind(12, 12);
    expect(await symbol()).toBe('AT 10');
  });

  it('no longer where it turns out not to be a token yet', async () => {
    await move(10, 'set 12', 15);
    await record(12, ...all('NEW'));
    await unwind(10, 10);
    expect(await asked()).toEqual(allAt(15));
    expect(await symbol()).toBeUndefined();
    await record(15, ...all('FIRST'));
    expect(await symbol()).toBe('FIRST');
    await unwind(12, 15);
    expect(await asked()).toEqual([]);
    expect(await declared()).toBeUndefined();
  });

  it('where it set something, even if it becomes known as a token only later', async () => {
    await move(10, 'set 12');
    await unwind(10, 10);
    expect(await asked()).toEqual([]);
    await move(10);
    expect(await asked()).toEqual([10, 12].flatMap(allAt));
    await move(9);
    await unwind(9, 10);
    await move(11);
    expect(await asked()).toEqual([11, 12].flatMap(allAt));
  });
});

describe('a declaration', () => {
  it.each<[string, readonly Said[], object]>([
    ['may be empty', [says(SYMBOL, text(Buffer.alloc(0)))], { ...nothing, symbol: Buffer.alloc(0) }],
    [
      'may be any bytes',
      [says(NAME, text(Buffer.from('00fffe80', 'hex')))],
      { ...nothing, name: Buffer.from('00fffe80', 'hex') },
    ],
    ['may be one word', [says(SYMBOL, Buffer.from('MKR'.padEnd(32, '\0')))], { symbol: Buffer.from('MKR') }],
    ['is none when the call fails', [reverts(SYMBOL), reverts(NAME), reverts(DECIMALS)], nothing],
    ['is none when nothing is returned', [says(SYMBOL, Buffer.alloc(0))], nothing],
    ['is none when it is too long', [says(SYMBOL, text(Buffer.alloc(2_049)))], nothing],
    ['of decimals goes up to 255', [says(DECIMALS, word(255))], { ...nothing, decimals: 255 }],
    ['of decimals goes no further', [says(DECIMALS, word(256))], nothing],
    ['of decimals may be 0', [says(DECIMALS, word(0))], { ...nothing, decimals: 0 }],
  ])('%s', async (_, reads, expected) => {
    await move(10);
    await record(10, ...reads);
    expect(await declared()).toMatchObject(expected);
  });

  it('is unknown, not absent, where no node has the state', async () => {
    await move(10);
    await record(10, unavailable(SYMBOL), unavailable(NAME), unavailable(DECIMALS));
    expect(await declared()).toBeUndefined();
    expect(await asked()).toEqual([]);
  });

  const [symbol, name, decimals] = [
    says(SYMBOL, text(Buffer.from('SYM'))),
    says(NAME, text(Buffer.from('Symbolic'))),
    says(DECIMALS, word(18)),
  ] as const;
  it.each<[string, readonly (readonly Said[])[]]>([
    ['first', [[unavailable(SYMBOL)], [name, decimals]]],
    ['last', [[name, decimals], [unavailable(SYMBOL)]]],
    ['among others', [[symbol, unavailable(NAME), decimals]]],
    ['after one that is none', [[reverts(SYMBOL)], [unavailable(NAME)], [decimals]]],
  ])('counts for nothing where a part is unavailable, %s: it may be declared', async (_, answers) => {
    await move(10);
    for (const reads of answers) await record(10, ...reads);
    expect(await declared()).toBeUndefined();
    expect(await asked()).toEqual([]);
    await move('set 12');
    await record(12, symbol, name, decimals);
    expect(await declared()).toMatchObject({ symbol: Buffer.from('SYM'), block_number: 12 });
    await move('set 14');
    await record(14, unavailable(SYMBOL), name, decimals);
    expect(await declared()).toMatchObject({ symbol: Buffer.from('SYM'), block_number: 12 });
  });
});
