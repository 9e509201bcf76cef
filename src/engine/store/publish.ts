import type { PoolClient } from 'pg';
import type { Binding } from '../../definition/binding/binding.js';
import type { Catalog, Definition } from '../../definition/model/definition.js';
import { formatRecords, recordsOf } from '../model/block-records.js';
import { coverageName } from '../model/covered.js';
import type { EngineNumbers } from './engine-numbers.js';

/**
 * Stores the catalog's definitions and the registries that they consult, by version. The set is served from
 * `serveSet` on. A version is that of the rules: it is shown with the newest words.
 */
export async function publish(
  tx: PoolClient,
  { definitions }: Catalog,
  bindings: ReadonlyMap<string, Binding>,
  numbers: EngineNumbers,
): Promise<void> {
  const { set } = numbers;
  await tx.query(
    `INSERT INTO published_definition (id, version, published, document)
     SELECT * FROM unnest($1::text[], $2::text[], $3::date[], $4::jsonb[])
     ON CONFLICT (id, version) DO UPDATE SET document = excluded.document
     WHERE published_definition.document <> excluded.document`,
    [
      definitions.map(({ id }) => id),
      definitions.map(({ definitionVersion }) => definitionVersion),
      definitions.map(({ published }) => published),
      definitions.map((definition) => JSON.stringify(documentOf(definition))),
    ],
  );
  await tx.query(
    `INSERT INTO set_definition (definition_set, definition, version, family, records)
     SELECT $1, * FROM unnest($2::int2[], $3::text[], $4::text[], $5::text[]) ON CONFLICT DO NOTHING`,
    [
      set,
      numbers.definitions,
      definitions.map(({ definitionVersion }) => definitionVersion),
      definitions.map(coverageName),
      definitions.map((definition) => formatRecords(recordsOf(definition))),
    ],
  );
  await tx.query(
    `INSERT INTO set_source (definition_set, source) SELECT $1, unnest($2::int4[]) ON CONFLICT DO NOTHING`,
    [set, numbers.sources],
  );
  const consulted = [...new Set(definitions.flatMap((definition) => definition.bindings))].map(
    (id) => bindings.get(id)!,
  );
  await tx.query(
    `INSERT INTO published_binding (id, digest, source, members)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::jsonb[]) ON CONFLICT DO NOTHING`,
    [
      consulted.map(({ id }) => id),
      consulted.map(({ digest }) => digest),
      consulted.map(({ source }) => source),
      consulted.map(({ members }) => JSON.stringify(Object.fromEntries(members))),
    ],
  );
  await tx.query(
    `INSERT INTO set_binding (definition_set, binding, digest)
     SELECT $1, * FROM unnest($2::text[], $3::text[]) ON CONFLICT DO NOTHING`,
    [set, consulted.map(({ id }) => id), consulted.map(({ digest }) => digest)],
  );
}

/** Whether answers come from the set of a digest. */
export async function isServed(tx: PoolClient, setDigest: string): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT FROM definition_set WHERE current AND digest = $1', [
    setDigest,
  ]);
  return rowCount !== 0;
}

/**
 * Whether all facts that a set reads were extracted with its registries. A re-evaluation that was given up
 * may have replaced some by those of another set.
 */
export async function hasItsFacts(tx: PoolClient, set: number, { sources }: Catalog): Promise<boolean> {
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::int4 AS count FROM set_source WHERE definition_set = $1',
    [set],
  );
  return rows[0]!.count === sources.length;
}

/** Serves answers from this set from now on. */
export async function serveSet(tx: PoolClient, set: number): Promise<void> {
  await tx.query('UPDATE definition_set SET current = false WHERE current AND id <> $1', [set]);
  await tx.query('UPDATE definition_set SET current = true WHERE id = $1', [set]);
}

/** The text of a definition that is shown to people. */
function documentOf({ title, means, kind, family, dependsOn, document, text }: Definition) {
  return { title, means, kind, family, dependsOn, families: document, text };
}
