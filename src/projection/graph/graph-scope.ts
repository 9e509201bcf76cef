import type { PoolClient } from 'pg';
import { JSON_READY } from '../../platform/postgres/json-ready.js';

/** Which claims of a kind, among those in the graph, hold at the coverage head. */
export interface KindScope {
  /** The coverage head; absent while there is none. */
  readonly block?: number;
  /**
   * Definitions whose family is covered at the head, with the first block of the range in which each is
   * evaluated: claims that begin before it are not known to hold.
   */
  readonly lows: Readonly<Record<string, number>>;
}

/** The scope in which claims of the graph must be read. */
export interface GraphScope {
  readonly attribute: KindScope;
  readonly relation: KindScope;
  /** Numbers of attributes that are evaluated beyond the head, where their family is not covered. */
  readonly ahead: readonly number[];
}

/** Relations are evaluated exactly where they are covered, so never ahead. */
const SCOPE = `
SELECT definition AS number, id, kind, head.block,
       CASE WHEN served.covered @> head.block
            THEN (SELECT lower(run) FROM unnest(evaluated) run WHERE run @> head.block) END AS low,
       kind = 'attribute' AND coalesce(upper(evaluated) - 1 > coalesce(head.block, -1), false) AS "isAhead"
FROM served_definition served
LEFT JOIN claim_head head USING (kind)
ORDER BY definition`;

interface ScopeRow {
  readonly number: number;
  readonly id: string;
  readonly kind: 'attribute' | 'relation';
  readonly block: number | null;
  readonly low: number | null;
  readonly isAhead: boolean;
}

/** The current scope of PostgreSQL, and the ids of all relations. */
export async function readScope(
  tx: PoolClient,
): Promise<{ readonly scope: GraphScope; readonly relations: readonly string[] }> {
  const { rows } = await tx.query<ScopeRow>({ name: 'graph scope', text: SCOPE, types: JSON_READY });
  return {
    scope: {
      attribute: kindScope(rows.filter(({ kind }) => kind === 'attribute')),
      relation: kindScope(rows.filter(({ kind }) => kind === 'relation')),
      ahead: rows.flatMap(({ number, isAhead }) => (isAhead ? [number] : [])),
    },
    relations: rows.flatMap(({ kind, id }) => (kind === 'relation' ? [id] : [])),
  };
}

function kindScope(rows: readonly ScopeRow[]): KindScope {
  const block = rows[0]?.block ?? undefined;
  return {
    ...(block === undefined ? {} : { block }),
    lows: Object.fromEntries(rows.flatMap(({ id, low }) => (low === null ? [] : [[id, low]]))),
  };
}
