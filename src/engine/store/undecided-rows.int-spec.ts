import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { createDatabase, type TestDatabase } from '../../../test/fixture/database.js';
import type { Address } from '../../domain/chain/hex.js';
import { createPool } from '../../platform/postgres/pool.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import type { ClaimChange } from '../model/engine-store.js';
import type { UndecidedInterval } from '../model/segment.js';
import type { EngineNumbers } from './engine-numbers.js';
import { undecidedOf, writeUndecided } from './undecided-rows.js';
import { unwindEngine } from './unwind-engine.js';

const SUBJECTS: readonly Address[] = [1, 2].map((one): Address => `0x${String(one).padStart(40, '0')}`);
/** In another order than the definitions. */
const NUMBERS = [12, 3, 7, 30];
const numbers = {
  set: 1,
  definitions: NUMBERS,
  definitionOf: new Map(NUMBERS.map((number, index) => [number, index])),
} as unknown as EngineNumbers;

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createDatabase({ migrated: true });
  pool = createPool(database.url);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Every interval of a subject and definition, as what is expected and what is stored are compared. */
type Intervals = Map<string, readonly UndecidedInterval[]>;

const INTERVALS = fc
  .uniqueArray(fc.integer({ min: 0, max: 9 }), { maxLength: 6 })
  .map((borders) => borders.sort((one, other) => one - other))
  .map((borders) =>
    borders.flatMap((start, at): UndecidedInterval[] =>
      at % 2 === 1 ? [] : [borders[at + 1] === undefined ? { start } : { start, end: borders[at + 1]! }],
    ),
  );
const STEP = fc.array(fc.tuple(fc.constantFrom(...SUBJECTS), fc.nat(NUMBERS.length - 1), INTERVALS), {
  maxLength: 6,
});

function changesTo(
  step: readonly (readonly [Address, number, UndecidedInterval[]])[],
  held: Intervals,
): ClaimChange[] {
  const wanted = new Map(step.map((one) => [`${one[0]} ${one[1]}`, one]));
  return [...wanted].map(([name, [subject, definition, intervals]]) => {
    const before = held.get(name) ?? [];
    held.set(name, intervals);
    const isIn = (all: readonly UndecidedInterval[]) => (one: UndecidedInterval) =>
      all.some(({ start, end }) => start === one.start && end === one.end);
    const removed = before.filter((one) => !isIn(intervals)(one));
    const added = intervals.filter((one) => !isIn(before)(one));
    return {
      subject,
      definition,
      removed: [],
      moved: [],
      added: [],
      events: [],
      undecided: { removed, added },
    };
  });
}

async function stored(): Promise<string[]> {
  const found = await inTransaction(pool, (tx) => undecidedOf(tx, SUBJECTS, numbers));
  return [...found].flatMap(([subject, ofSubject]) =>
    [...ofSubject].flatMap(([definition, intervals]) =>
      intervals.map((one) => lineOf(`${subject} ${definition}`, one)),
    ),
  );
}

const lineOf = (name: string, { start, end }: UndecidedInterval): string => `${name} ${start} ${end}`;
const linesOf = (held: Intervals): string[] =>
  [...held].flatMap(([name, intervals]) => intervals.map((one) => lineOf(name, one)));

it('are those of every definition, whatever is folded into one row, before and after an unwind', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { maxLength: 5 }), fc.nat(9), async (steps, from) => {
      await pool.query('TRUNCATE undecided_interval');
      const held: Intervals = new Map();
      for (const step of steps) {
        const changes = changesTo(step, held);
        await inTransaction(pool, (tx) => writeUndecided(tx, changes, numbers));
        expect((await stored()).sort()).toEqual(linesOf(held).sort());
      }
      await inTransaction(pool, (tx) => unwindEngine(tx, 1, [], from, 9));
      for (const [name, intervals] of held)
        held.set(
          name,
          intervals.flatMap(({ start, end }) => {
            if (start >= from) return [];
            return [end === undefined || end >= from - 1 ? { start } : { start, end }];
          }),
        );
      expect((await stored()).sort()).toEqual(linesOf(held).sort());
      // As a change after the unwind finds them.
      const again = changesTo([[SUBJECTS[0]!, 2, [{ start: 0, end: 4 }]]], held);
      await inTransaction(pool, (tx) => writeUndecided(tx, again, numbers));
      expect((await stored()).sort()).toEqual(linesOf(held).sort());
    }),
    { numRuns: 40 },
  );
});

it('are one row where definitions lack the same, which stays while others change', async () => {
  await pool.query('TRUNCATE undecided_interval');
  const [subject] = SUBJECTS;
  const undecided = { removed: [], added: [{ start: 5 }] };
  const change = { subject: subject!, removed: [], moved: [], added: [], events: [] };
  await inTransaction(pool, (tx) =>
    writeUndecided(
      tx,
      [0, 1, 2].map((definition) => ({ ...change, definition, undecided })),
      numbers,
    ),
  );
  const rows = () =>
    pool.query(
      "SELECT ctid::text AS place, array_to_string(definitions, ' ') AS definitions FROM undecided_interval ORDER BY definitions",
    );
  const before = (await rows()).rows;
  expect(before.map(({ definitions }) => definitions)).toEqual(['3 7 12']);
  const later = { removed: [], added: [{ start: 6, end: 7 }] };
  await inTransaction(pool, (tx) =>
    writeUndecided(tx, [{ ...change, definition: 3, undecided: later }], numbers),
  );
  expect((await rows()).rows).toEqual([...before, { place: expect.any(String), definitions: '30' }]);
});
