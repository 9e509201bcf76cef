import type { Pool } from 'pg';
import type { GraphDatabase, GraphRow } from '../../src/platform/neo4j/graph-database.js';

/** The content of a graph, as a sorted line for each node with its claims and each relation. */
export type GraphContent = readonly string[];

/** The content of Neo4j. */
export async function contentOfNeo4j(graph: GraphDatabase): Promise<GraphContent> {
  const [nodes, relations] = await graph.read([
    { text: 'MATCH (node:Address) RETURN node {.*, labels: labels(node)} AS node' },
    {
      text: 'MATCH (s)-[r]->(o) RETURN r {.*, type: type(r), from: s.address, to: o.address} AS relation',
    },
  ]);
  return [
    ...nodes!.map(({ node }) => lineOf(node)),
    ...relations!.map(({ relation }) => lineOf(relation)),
  ].sort();
}

/** The content that Neo4j should have, from the open segments in PostgreSQL and not by the projector's code. */
export async function contentExpected(pool: Pool): Promise<GraphContent> {
  const { rows } = await pool.query<GraphRow>(`
    WITH last AS (
      SELECT DISTINCT ON (subject, definition, object) * FROM proof_segment
      ORDER BY subject, definition, object, start_block DESC
    ), open AS (
      SELECT number.id, '0x' || encode(subject, 'hex') AS subject, '0x' || encode(object, 'hex') AS object, value,
             start_block::int, reference_block::int, 'sha256:' || encode(proof_hash, 'hex') AS hash
      FROM last JOIN definition_number number ON number = definition
      WHERE end_block IS NULL
    ), held AS (
      SELECT subject AS address, json_agg(id ORDER BY id COLLATE "C") AS ids, json_agg(start_block ORDER BY id COLLATE "C") AS starts,
             json_agg(reference_block ORDER BY id COLLATE "C") AS refs, json_agg(hash ORDER BY id COLLATE "C") AS hashes
      FROM open WHERE object = '0x' GROUP BY subject
      HAVING NOT array_agg(id) <@ ARRAY['address_nature:eoa', 'derived:account_type:eoa']
    )
    SELECT json_build_object('from', subject, 'to', object, 'subject', subject, 'object', object, 'type', id, 'value', value,
                             'startBlock', start_block, 'referenceBlock', reference_block, 'proofHash', hash) AS line
    FROM open WHERE object <> '0x'
    UNION ALL
    SELECT json_build_object('address', address, 'attributeIds', ids, 'startBlocks', starts, 'referenceBlocks', refs,
                             'proofHashes', hashes, 'labels', ids)
    FROM (SELECT address FROM held UNION SELECT unnest(ARRAY[subject, object]) FROM open WHERE object <> '0x') node
    LEFT JOIN held USING (address)`);
  return rows.map(({ line }) => lineOf(line)).sort();
}

/** Without nulls and the label that all nodes have, in canonical order. */
function lineOf(value: unknown): string {
  const { labels, ...rest } = value as { readonly labels?: readonly string[] | null };
  const all = { ...rest, ...(labels === undefined ? {} : { labels: named(labels ?? []) }) };
  return JSON.stringify(
    Object.entries(all)
      .filter(([, one]) => one !== null)
      .sort(),
  );
}

function named(labels: readonly string[]): string[] {
  return labels.filter((label) => label !== 'Address').sort();
}
