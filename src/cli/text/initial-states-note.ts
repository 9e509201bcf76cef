import type { Pool } from 'pg';

/**
 * Two counts, because a cluster refuses one within the other: its nodes have the results, and the coordinator
 * has the requests.
 */
const COUNTS = `
SELECT proven, attested, unavailable, open
FROM (SELECT count(*) FILTER (WHERE is_proven)::int4 AS proven,
             count(*) FILTER (WHERE NOT is_proven AND outcome = 'answered')::int4 AS attested,
             count(*) FILTER (WHERE outcome = 'unavailable')::int4 AS unavailable
      FROM state_read_result WHERE what NOT LIKE '0x%') known,
     (SELECT count(*)::int4 AS open FROM state_read_request_row WHERE requester = 'evaluation' AND what NOT LIKE '0x%') requested`;

interface Counts {
  readonly proven: number;
  readonly attested: number;
  readonly unavailable: number;
  readonly open: number;
}

/** How many initial states are known, and from which source; empty if none was requested. */
export async function initialStatesNote(pool: Pool): Promise<string> {
  const { rows } = await pool.query<Counts>(COUNTS);
  const { proven, attested, unavailable, open } = rows[0]!;
  if (proven + attested + unavailable + open === 0) return '';
  return (
    `code and slots from before the ranges: ${proven} proven against state roots, ${attested} attested by a node alone, ` +
    `${unavailable} that no node had, ${open} still to be asked\n`
  );
}
