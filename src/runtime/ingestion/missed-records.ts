import type { Pool } from 'pg';
import type { NodeCapabilities } from '../../node/execution/capabilities.js';

/** A block without transactions has all records, whoever gave it. */
const NEWEST = `
SELECT array_agg(family) AS families
FROM coverage, (SELECT block_number FROM transaction ORDER BY block_number DESC LIMIT 1) newest
WHERE ranges @> block_number AND family IN ('frames', 'state_diff', 'access_list')`;

/**
 * Records that the newest stored block with transactions has and none of these nodes gives, with what to do
 * about it; undefined where none is missed. Blocks would be stored without these records and never get them,
 * though another node may only be away.
 */
export async function missedRecords(
  pool: Pool,
  nodes: readonly { readonly name: string; readonly capabilities: NodeCapabilities }[],
): Promise<string | undefined> {
  const { rows } = await pool.query<{ families: readonly string[] | null }>(NEWEST);
  const stored = new Set(rows[0]?.families);
  const gives = (isGiven: (capabilities: NodeCapabilities) => boolean): boolean =>
    nodes.some(({ capabilities }) => isGiven(capabilities));
  const missed = [
    ...(stored.has('frames') && !gives(({ frames }) => frames !== 'none') ? ['call frames'] : []),
    ...(stored.has('state_diff') &&
    !gives(({ state, lists }) => state !== 'none' || (stored.has('access_list') && lists !== 'none'))
      ? ['state diffs']
      : []),
  ].join(' and ');
  if (missed === '') return undefined;
  return (
    `waits for a node that gives ${missed}: stored blocks have them, ${nodes.map(({ name }) => name).join(', ')} gives none, ` +
    'and a stored block is not completed later. If such a node will not come back, store blocks without them once by ingest --partial'
  );
}
