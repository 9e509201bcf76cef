import type { PoolClient } from 'pg';
import type { Membership } from '../../definition/binding/binding.js';

/** A definition set as it was published. */
export interface StoredSet {
  readonly id: number;
  readonly digest: string;
  /** Versions by definition. */
  readonly definitions: ReadonlyMap<string, string>;
  readonly bindings: ReadonlyMap<string, StoredBinding>;
  /** Texts of the extracted fact sources. */
  readonly sources: ReadonlySet<string>;
}

export interface StoredBinding {
  readonly digest: string;
  readonly members: ReadonlyMap<string, readonly Membership[]>;
}

const SET = `
SELECT id, digest,
       (SELECT json_agg(json_build_array(number.id, version)) FROM set_definition
        JOIN definition_number number ON number = definition WHERE definition_set = chosen.id) AS definitions,
       (SELECT json_agg(json_build_array(binding, published.digest, members)) FROM set_binding
        JOIN published_binding published ON published.id = binding AND published.digest = set_binding.digest
        WHERE definition_set = chosen.id) AS bindings,
       (SELECT json_agg(text) FROM set_source JOIN fact_source ON fact_source.id = source WHERE definition_set = chosen.id) AS sources
FROM definition_set chosen WHERE current`;

interface SetRow {
  readonly id: number;
  readonly digest: string;
  readonly definitions: readonly [id: string, version: string][] | null;
  readonly bindings:
    | readonly [id: string, digest: string, members: Record<string, readonly Membership[]>][]
    | null;
  readonly sources: readonly string[] | null;
}

/** Number of the set that is served; undefined before anything was evaluated. */
export async function servedSetId(tx: PoolClient): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>('SELECT id FROM definition_set WHERE current');
  return rows[0]?.id;
}

/** The set that is served; undefined before anything was evaluated. */
export async function servedSet(tx: PoolClient): Promise<StoredSet | undefined> {
  const { rows } = await tx.query<SetRow>(SET);
  const [row] = rows;
  if (!row) return undefined;
  return {
    id: row.id,
    digest: row.digest,
    definitions: new Map(row.definitions),
    bindings: new Map(
      row.bindings?.map(([id, digest, members]) => [
        id,
        { digest, members: new Map(Object.entries(members)) },
      ]),
    ),
    sources: new Set(row.sources),
  };
}
