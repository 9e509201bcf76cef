import type { PoolClient } from 'pg';

const PARTS = `
SELECT (SELECT json_object_agg(number.id, version) FROM set_definition JOIN definition_number number ON number.number = definition
        WHERE set_definition.definition_set = definition_set.id) AS definitions,
       (SELECT json_object_agg(binding, digest) FROM set_binding WHERE set_binding.definition_set = definition_set.id) AS registries
FROM definition_set WHERE digest = $1`;

/** What a definition set consists of: the versions of its definitions, and the digests of the registries that they consult. */
export interface DefinitionParts {
  /** Versions by id, `1.0.0+sha256.…`. */
  readonly definitions: Readonly<Record<string, string>>;
  /** Digests by id. */
  readonly registries: Readonly<Record<string, string>>;
}

/**
 * The parts of a definition set that is not logged yet; undefined if it is.
 * @param set its digest, sha256 hex
 */
export async function unloggedDefinitions(tx: PoolClient, set: string): Promise<DefinitionParts | undefined> {
  const logged = await tx.query('SELECT FROM log_definition_set WHERE digest = $1', [set]);
  if (logged.rowCount !== 0) return undefined;
  const { rows } = await tx.query<{
    definitions: DefinitionParts['definitions'] | null;
    registries: DefinitionParts['registries'] | null;
  }>(PARTS, [set]);
  return { definitions: rows[0]?.definitions ?? {}, registries: rows[0]?.registries ?? {} };
}
