import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { NotCovered } from '../domain/refusal/not-covered.js';
import { JSON_READY } from '../platform/postgres/json-ready.js';

/** A predicate as a definition writes it. */
export interface WrittenPredicate {
  readonly id: string;
  readonly operator: string;
  readonly description?: string;
  readonly dep?: string;
  readonly of?: unknown;
  readonly with?: unknown;
  readonly expected?: unknown;
  readonly binding?: string;
  readonly storage?: string;
  /** The fact source, under the key of its kind. */
  readonly [key: string]: unknown;
}

/** One way of proving a definition. */
export interface WrittenFamily {
  readonly id: string;
  readonly facts: readonly WrittenPredicate[];
  readonly negativeControls?: readonly WrittenPredicate[];
}

/** A definition as it was published. */
export interface DefinitionRow {
  readonly id: string;
  /** As proofs name it, `1.0.0+sha256.…`. */
  readonly version: string;
  /** UTC day, `2026-11-21`. */
  readonly published: string;
  readonly document: {
    readonly title: string;
    readonly means: string;
    readonly kind: 'attribute' | 'relation';
    readonly family: string;
    readonly dependsOn: readonly string[];
    readonly families: readonly WrittenFamily[];
    /** The file. Absent where all definitions are read, and from versions that were published without it. */
    readonly text?: string;
  };
}

export interface DefinitionRows {
  /** Position of the newest fact event. */
  readonly graphRevision: string;
  /** `sha256:…` of the set. */
  readonly digest: string;
  /** Ascending by id in byte order. */
  readonly definitions: readonly DefinitionRow[];
}

const ALL = `
SELECT (SELECT position FROM last_fact_event())::text AS "graphRevision", definition_set.digest,
       published_definition.id, published_definition.version, published, document - 'text' AS document
FROM definition_set
JOIN set_definition ON definition_set = definition_set.id
JOIN definition_number ON number = definition
JOIN published_definition ON published_definition.id = definition_number.id
                         AND published_definition.version = set_definition.version
WHERE current
ORDER BY published_definition.id COLLATE "C"`;

/**
 * The served version comes first, even if others were published after it. A single row without a definition
 * when none is served.
 */
const VERSIONS = `
SELECT version.*
FROM definition_set
LEFT JOIN LATERAL (
  SELECT every.id, every.version, every.published, every.document
  FROM set_definition
  JOIN definition_number ON number = definition AND definition_number.id = $1
  JOIN published_definition every ON every.id = definition_number.id
  WHERE definition_set = definition_set.id
  ORDER BY every.version = set_definition.version DESC, every.published DESC,
           string_to_array(split_part(every.version, '+', 1), '.')::int[] DESC, every.version
) version ON true
WHERE current`;

const TEXTS = `
SELECT id, document->>'text' AS text FROM published_definition JOIN unnest($1::text[], $2::text[]) AS asked (id, version) USING (id, version)
WHERE document ? 'text'`;

const LISTS = `
SELECT binding AS id, digest FROM set_binding
WHERE definition_set = (SELECT id FROM definition_set WHERE current)`;

type Row = Omit<DefinitionRow, 'document'> & { readonly document: string };

@Injectable()
export class DefinitionReader {
  constructor(private readonly pool: Pool) {}

  /** Every definition of the served set. @throws {NotCovered} while no set is served */
  async all(): Promise<DefinitionRows> {
    const { rows } = await this.pool.query<Row & { graphRevision: string; digest: string }>({
      name: 'definitions',
      text: ALL,
      types: JSON_READY,
    });
    const [first] = rows;
    if (!first) throw NotCovered.unavailable();
    const { graphRevision, digest } = first;
    return { graphRevision, digest, definitions: rows.map(definitionRow) };
  }

  /**
   * Every published version of a definition: the served one, then the others from the newest; none when the
   * definition is not served.
   * @throws {NotCovered} while no definitions are served
   */
  async versionsOf(id: string): Promise<readonly DefinitionRow[]> {
    const { rows } = await this.pool.query<Row | { readonly id: null }>({
      name: 'versions of definition',
      text: VERSIONS,
      values: [id],
      types: JSON_READY,
    });
    if (rows.length === 0) throw NotCovered.unavailable();
    return rows.flatMap((row) => (row.id === null ? [] : definitionRow(row)));
  }

  /** Digests of the registries with which the served set was evaluated, by id. */
  async lists(): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.pool.query<{ readonly id: string; readonly digest: string }>({
      name: 'lists of definitions',
      text: LISTS,
    });
    return new Map(rows.map(({ id, digest }) => [id, digest]));
  }

  /** The files of these published definitions, by id, except of those that were published without. */
  async textsOf(
    definitions: readonly Pick<DefinitionRow, 'id' | 'version'>[],
  ): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.pool.query<{ readonly id: string; readonly text: string }>({
      name: 'texts of definitions',
      text: TEXTS,
      values: [definitions.map(({ id }) => id), definitions.map(({ version }) => version)],
    });
    return new Map(rows.map(({ id, text }) => [id, text]));
  }
}

function definitionRow({ id, version, published, document }: Row): DefinitionRow {
  return { id, version, published, document: JSON.parse(document) as DefinitionRow['document'] };
}
