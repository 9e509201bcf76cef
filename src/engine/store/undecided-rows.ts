import type { PoolClient } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import type { ClaimChange } from '../model/engine-store.js';
import type { UndecidedInterval } from '../model/segment.js';
import { type BySubject, into } from './by-subject.js';
import type { EngineNumbers } from './engine-numbers.js';

const OF = `
SELECT subject, start_block AS start, end_block AS end, array_to_string(definitions, ' ') AS definitions FROM undecided_interval
WHERE definition_set = $1 AND subject = ANY($2)`;

const REMOVE = `
DELETE FROM undecided_interval
USING unnest($2::bytea[], $3::int4[], $4::int2[]) AS gone (subject, start_block, first_definition)
WHERE definition_set = $1 AND undecided_interval.subject = gone.subject AND undecided_interval.start_block = gone.start_block
  AND definitions[1] = gone.first_definition`;

const ADD = `
INSERT INTO undecided_interval (definition_set, start_block, end_block, subject, definitions)
SELECT $1, start_block, end_block, subject, string_to_array(definitions, ' ')::int2[]
FROM unnest($2::bytea[], $3::int4[], $4::int4[], $5::text[]) AS added (subject, start_block, end_block, definitions)`;

interface IntervalRow {
  readonly subject: Address;
  readonly start: number;
  readonly end: number | null;
  /** Their numbers in the database, ascending, separated by blanks. */
  readonly definitions: string;
}

/** Undecided intervals of the addresses. */
export async function undecidedOf(
  tx: PoolClient,
  subjects: readonly Address[],
  { set, definitionOf }: EngineNumbers,
): Promise<BySubject<UndecidedInterval>> {
  const found: BySubject<UndecidedInterval> = new Map();
  for (const { subject, start, end, definitions } of await rowsOf(tx, subjects, set)) {
    const interval = { start, ...(end === null ? {} : { end }) };
    for (const number of definitions.split(' '))
      into(found, subject, definitionOf.get(Number(number))!, interval);
  }
  return found;
}

/** Writes what changes in the undecided intervals. Rows that stay the same are not touched. */
export async function writeUndecided(
  tx: PoolClient,
  changes: readonly ClaimChange[],
  { set, definitions }: EngineNumbers,
): Promise<void> {
  const changed = changes.filter(({ undecided }) => undecided !== undefined);
  if (changed.length === 0) return;
  const before = await rowsOf(tx, [...new Set(changed.map(({ subject }) => subject))], set);
  const after = rowsAfter(before, changed, definitions);
  const known = new Set(before.map(nameOf));
  const wanted = new Set(after.map(nameOf));
  await remove(
    tx,
    set,
    before.filter((row) => !wanted.has(nameOf(row))),
  );
  await add(
    tx,
    set,
    after.filter((row) => !known.has(nameOf(row))),
  );
}

/** Rows with the changes, one for all definitions of a subject that are undecided over the same blocks. */
function rowsAfter(
  before: readonly IntervalRow[],
  changes: readonly ClaimChange[],
  numbers: readonly number[],
): IntervalRow[] {
  const ends = new Map<
    string,
    { readonly subject: Address; readonly definition: number } & Omit<IntervalRow, 'definitions'>
  >();
  for (const { subject, start, end, definitions } of before)
    for (const text of definitions.split(' ')) {
      const definition = Number(text);
      ends.set(`${subject} ${start} ${definition}`, { subject, definition, start, end });
    }
  for (const { subject, definition: index, undecided } of changes) {
    const definition = numbers[index]!;
    for (const { start } of undecided!.removed) ends.delete(`${subject} ${start} ${definition}`);
    for (const { start, end = null } of undecided!.added)
      ends.set(`${subject} ${start} ${definition}`, { subject, definition, start, end });
  }
  const rows = new Map<string, Omit<IntervalRow, 'definitions'> & { readonly numbers: number[] }>();
  for (const { subject, definition, start, end } of ends.values()) {
    const name = `${subject} ${start} ${end}`;
    const row = rows.get(name);
    if (row) row.numbers.push(definition);
    else rows.set(name, { subject, start, end, numbers: [definition] });
  }
  return [...rows.values()].map(({ numbers: together, ...row }) => ({
    ...row,
    definitions: together.sort((one, other) => one - other).join(' '),
  }));
}

function nameOf({ subject, start, end, definitions }: IntervalRow): string {
  return `${subject} ${start} ${end} ${definitions}`;
}

async function rowsOf(
  tx: PoolClient,
  subjects: readonly Address[],
  set: number,
): Promise<readonly IntervalRow[]> {
  const { rows } = await tx.query<IntervalRow>({
    name: 'undecided of subjects',
    text: OF,
    values: [set, subjects.map(fromHex)],
    types: JSON_READY,
  });
  return rows;
}

async function remove(tx: PoolClient, set: number, gone: readonly IntervalRow[]): Promise<void> {
  if (gone.length === 0) return;
  await tx.query({
    name: 'remove undecided',
    text: REMOVE,
    values: [
      set,
      gone.map(({ subject }) => fromHex(subject)),
      gone.map(({ start }) => start),
      gone.map(({ definitions }) => Number.parseInt(definitions, 10)),
    ],
  });
}

async function add(tx: PoolClient, set: number, added: readonly IntervalRow[]): Promise<void> {
  if (added.length === 0) return;
  await tx.query({
    name: 'add undecided',
    text: ADD,
    values: [
      set,
      added.map(({ subject }) => fromHex(subject)),
      added.map(({ start }) => start),
      added.map(({ end }) => end),
      added.map(({ definitions }) => definitions),
    ],
  });
}
