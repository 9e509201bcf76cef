import type { Pool } from 'pg';
import { JSON_READY } from '../platform/postgres/json-ready.js';

/** Blocks whose verdicts are counted: their rows are few, and lie together in indexes. */
const BLOCKS = 64;

const RECENT = `
WITH served AS (SELECT id FROM definition_set WHERE current),
newest AS (SELECT max(block) - ${BLOCKS} AS before FROM claim_head)
SELECT (SELECT count(*) FROM proof_segment WHERE start_block > newest.before AND definition_set = served.id)::int4 AS proven,
       (SELECT coalesce(sum(cardinality(definitions)), 0) FROM undecided_interval
        WHERE start_block > newest.before AND definition_set = served.id)::int4 AS undecided
FROM served, newest`;

/** What the newest blocks with claims have brought: proof segments, and ranges in which a definition is undecided about a subject. */
export interface RecentVerdicts {
  readonly proven: number;
  readonly undecided: number;
}

/** Undefined while no definitions are served. */
export async function recentVerdicts(pool: Pool): Promise<RecentVerdicts | undefined> {
  const { rows } = await pool.query<RecentVerdicts>({
    name: 'recent verdicts',
    text: RECENT,
    types: JSON_READY,
  });
  return rows[0];
}
