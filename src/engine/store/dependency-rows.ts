import type { PoolClient } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import type { Dependency, DependencyKey, Dependent, Readers } from '../model/engine-store.js';
import type { EngineNumbers } from './engine-numbers.js';

/**
 * OFFSET keeps this from being planned as one join: its plan would be that for the size which the table once
 * had.
 */
const DEPENDENTS = `
SELECT changed.at::int4 AS at, reader.* FROM unnest($1::bytea[], $2::text[]) WITH ORDINALITY AS changed (subject, what, at)
CROSS JOIN LATERAL (
  SELECT subject, unnest(definitions) AS definition FROM dependency
  WHERE read_subject = hashbyteaextended(changed.subject, 0) AND read_key = hashtext(changed.what) OFFSET 0
) reader`;

const READERS_OF = `
SELECT subject, unnest(definitions) AS definition FROM dependency
WHERE read_subject = ANY(ARRAY(SELECT hashbyteaextended(one, 0) FROM unnest($1::bytea[]) one))`;

const ADD_DEPENDENCIES = `
INSERT INTO dependency (read_subject, read_key, is_call, subject, definitions)
SELECT * FROM (
  SELECT hashbyteaextended(of, 0) AS read_subject, hashtext(what) AS read_key,
         what LIKE '{"kind":"view"%' OR what LIKE '{"kind":"delegation"%' AS is_call, subject,
         string_to_array(definitions, ' ')::int2[] AS definitions
  FROM unnest($1::bytea[], $2::text[], $3::bytea[], $4::text[]) AS given (of, what, subject, definitions)
) read
WHERE NOT EXISTS (
  SELECT FROM dependency known
  WHERE (known.read_subject, known.read_key) = (read.read_subject, read.read_key) AND hashbytea(known.subject) = hashbytea(read.subject)
    AND (known.is_call, known.subject) = (read.is_call, read.subject) AND known.definitions @> read.definitions
  OFFSET 0)`;

/** Readers of these keys of other addresses. */
export async function dependentsOf(
  tx: PoolClient,
  reads: readonly DependencyKey[],
  numbers: EngineNumbers,
): Promise<readonly Dependency[]> {
  const { rows } = await tx.query<Dependent & { at: number }>({
    name: 'cross readers',
    text: DEPENDENTS,
    values: [reads.map(({ of }) => fromHex(of)), reads.map(({ what }) => what)],
    types: JSON_READY,
  });
  return known(rows, numbers).map(({ at, ...dependent }) => ({ ...reads[at - 1]!, ...dependent }));
}

/** Readers of anything of these addresses. */
export async function dependentsOnAny(
  tx: PoolClient,
  addresses: readonly Address[],
  numbers: EngineNumbers,
): Promise<readonly Dependent[]> {
  const { rows } = await tx.query<Dependent>({
    name: 'readers of addresses',
    text: READERS_OF,
    values: [addresses.map(fromHex)],
    types: JSON_READY,
  });
  return known(rows, numbers);
}

/** Readers whose definitions the catalog still has, by its indexes. */
function known<Found extends Dependent>(reads: readonly Found[], { definitionOf }: EngineNumbers): Found[] {
  return reads.flatMap((read) => {
    const definition = definitionOf.get(read.definition);
    return definition === undefined ? [] : [{ ...read, definition }];
  });
}

export async function addDependencies(
  tx: PoolClient,
  reads: readonly Readers[],
  numbers: EngineNumbers,
): Promise<void> {
  await tx.query({
    name: 'add cross reads',
    text: ADD_DEPENDENCIES,
    values: [
      reads.map(({ of }) => fromHex(of)),
      reads.map(({ what }) => what),
      reads.map(({ subject }) => fromHex(subject)),
      reads.map(({ definitions }) => definitions.map((one) => numbers.definitions[one]).join(' ')),
    ],
  });
}
