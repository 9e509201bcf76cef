import type { Pool } from 'pg';
import { insert } from '../e2e/fixture/store-chain.js';
import { definitionNumbers, type SegmentStory, segmentRow } from '../e2e/fixture/store-claims.js';

/** A segment as it is now, or that it is gone. */
export interface SegmentChange extends SegmentStory {
  readonly gone?: boolean;
}

/** Changes stored segments as the engine would, with an event for each. A segment is identified by its start. */
export async function changeClaims(pool: Pool, changes: readonly SegmentChange[]): Promise<void> {
  const { rows } = await pool.query<{ set: number; last: string }>(
    `SELECT id AS set, (SELECT coalesce(max(position), 0) FROM fact_event) AS last FROM definition_set WHERE current`,
  );
  const { set, last } = rows[0]!;
  const numbers = await definitionNumbers(pool);
  for (const [place, { gone, ...segment }] of changes.entries()) {
    const row = segmentRow(segment, set, numbers, Number(last) + 2 * place + 1);
    await pool.query(
      'DELETE FROM proof_segment WHERE subject = $1 AND definition = $2 AND object = $3 AND start_block = $4',
      [row.subject, row.definition, row.object, row.start_block],
    );
    if (!gone) await insert(pool, 'proof_segment', row);
    if (!gone && segment.end === undefined) continue;
    await insert(pool, 'fact_event_row', {
      position: row.position + 1,
      definition_set: set,
      kind: 'lapsed',
      block_number: segment.start,
      subject: row.subject,
      definition: row.definition,
      object: row.object,
      proof_hash: null,
    });
  }
}
