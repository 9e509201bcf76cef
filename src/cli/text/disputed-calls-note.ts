import type { Pool } from 'pg';
import { disputedCalls } from '../../state/tracking/tracked-dispute.table.js';

const MOST_NAMED = 5;

/** The calls about which the interpreters disagree; empty where there are none. */
export async function disputedCallsNote(pool: Pool): Promise<string> {
  const calls = await disputedCalls(pool);
  if (calls.length === 0) return '';
  const named = calls
    .slice(0, MOST_NAMED)
    .map(({ contract, data, block }) => `  ${data} of ${contract} at block ${block}\n`);
  return `the two interpreters disagree about ${calls.length} calls, and claims that rest on them are undecided; please report them:\n${named.join('')}`;
}
