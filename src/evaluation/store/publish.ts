import type { PoolClient } from 'pg';
import type { Catalog, Definition } from '../../definition/catalog/definition.js';

/** Makes the catalog's definitions known by their versions, and its set the one that is served. */
export async function publish(tx: PoolClient, { definitions }: Catalog, set: number): Promise<void> {
  await tx.query(
    `INSERT INTO published_definition (id, version, published, document)
     SELECT * FROM unnest($1::text[], $2::text[], $3::date[], $4::jsonb[]) ON CONFLICT DO NOTHING`,
    [
      definitions.map(({ id }) => id),
      definitions.map(({ definitionVersion }) => definitionVersion),
      definitions.map(({ published }) => published),
      definitions.map((definition) => JSON.stringify(documentOf(definition))),
    ],
  );
  await tx.query('UPDATE definition_set SET current = false WHERE current AND id <> $1', [set]);
  await tx.query('UPDATE definition_set SET current = true WHERE id = $1', [set]);
}

/** What people are shown of a definition. */
function documentOf({ title, means, kind, family, dependsOn, document }: Definition) {
  return { title, means, kind, family, dependsOn, families: document };
}
