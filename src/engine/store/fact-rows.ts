import type { PoolClient } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import { copyInto } from '../../platform/postgres/copy-into.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import type { SourceKey } from '../model/engine-store.js';
import { type FactRow, IMPLIED } from '../model/fact-row.js';
import type { EngineCopies } from './engine-copies.js';
import type { EngineNumbers } from './engine-numbers.js';
import { packValue, unpackValue } from './packed-value.js';

const COPY_FACTS =
  'COPY fact (block_number, source, tx_index, ordinal, is_initial, subject, key, value, evidence) FROM STDIN BINARY';
const COLUMNS =
  'fact.subject, fact.source, fact.key, fact.block_number, tx_index, ordinal, is_initial, value, evidence';

/** Rows of these addresses, except those of sources that are loaded key by key. */
const FACTS_OF = `
SELECT ${COLUMNS} FROM fact
WHERE hashbytea(subject) = ANY(ARRAY(SELECT hashbytea(one) FROM unnest($1::bytea[]) one)) AND subject = ANY($1) AND source <> ALL($2)`;

const FACTS_OF_KEYS = `
SELECT wanted.at::int4 AS at, ${COLUMNS}
FROM unnest($1::bytea[], $2::int4[], $3::bytea[]) WITH ORDINALITY AS wanted (subject, source, key, at)
JOIN fact ON hashbytea(fact.subject) = hashbytea(wanted.subject) AND hashbytea(fact.key) # fact.source = hashbytea(wanted.key) # wanted.source
  AND fact.subject = wanted.subject AND fact.source = wanted.source AND fact.key = wanted.key`;

interface StoredRow {
  readonly subject: Address;
  readonly source: number;
  readonly key: string;
  readonly block_number: number;
  readonly tx_index: number;
  readonly ordinal: number;
  readonly is_initial: boolean;
  /** As `unpackValue` reads it. */
  readonly value: string | null;
  readonly evidence: string;
}

export async function addFactRows(
  tx: PoolClient,
  { facts: copied }: EngineCopies,
  rows: readonly FactRow[],
  numbers: EngineNumbers,
): Promise<void> {
  if (rows.length === 0) return;
  copied.clear();
  for (const row of rows) {
    copied
      .row()
      .int4(row.blockNumber)
      .int4(numbers.sources[row.source]!)
      .int4(row.txIndex)
      .int4(row.ordinal)
      .bool(row.isInitial)
      .bytea(fromHex(row.subject))
      .bytea(fromHex(row.key))
      .bytea(row.value === null ? undefined : packValue(JSON.stringify(row.value)))
      .text(row.evidence.join(' '));
  }
  await copyInto(tx, COPY_FACTS, copied.finish());
}

/** The stored rows of addresses, by address. */
export async function factRowsOf(
  tx: PoolClient,
  subjects: readonly Address[],
  loadedByKey: readonly number[],
  numbers: EngineNumbers,
): Promise<Map<string, FactRow[]>> {
  const { rows } = await tx.query<StoredRow>({
    name: 'facts of subjects',
    text: FACTS_OF,
    values: [subjects.map(fromHex), loadedByKey],
    types: JSON_READY,
  });
  const bySubject = new Map<string, FactRow[]>();
  for (const row of rows) {
    const fact = factRow(row, numbers);
    if (fact === undefined) continue;
    const known = bySubject.get(row.subject);
    if (known) known.push(fact);
    else bySubject.set(row.subject, [fact]);
  }
  return bySubject;
}

/** The stored rows of single keys, in the order asked. */
export async function factRowsOfKeys(
  tx: PoolClient,
  keys: readonly SourceKey[],
  numbers: EngineNumbers,
): Promise<FactRow[][]> {
  const { rows } = await tx.query<StoredRow & { at: number }>({
    name: 'facts of keys',
    text: FACTS_OF_KEYS,
    values: [
      keys.map(({ subject }) => fromHex(subject)),
      keys.map(({ source }) => numbers.sources[source]),
      keys.map(({ key }) => fromHex(key)),
    ],
    types: JSON_READY,
  });
  const found = keys.map((): FactRow[] => []);
  for (const row of rows) {
    const fact = factRow(row, numbers);
    if (fact) found[row.at - 1]!.push(fact);
  }
  return found;
}

/** Rows of sources that no definition reads any more are skipped. */
function factRow(row: StoredRow, { sourceOf }: EngineNumbers): FactRow | undefined {
  const source = sourceOf.get(row.source);
  if (source === undefined) return undefined;
  return {
    subject: row.subject,
    source,
    key: row.key === '0x' ? '' : row.key,
    blockNumber: row.block_number,
    txIndex: row.tx_index,
    ordinal: row.ordinal,
    isInitial: row.is_initial,
    value: row.value === null ? null : (JSON.parse(unpackValue(fromHex(row.value))) as FactRow['value']),
    evidence: row.evidence === '' ? IMPLIED : row.evidence.split(' '),
  };
}
