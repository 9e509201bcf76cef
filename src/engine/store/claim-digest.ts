import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { cursorRows } from '../../platform/postgres/cursor-rows.js';
import { inWholeSnapshot } from '../../platform/postgres/distributed/in-whole-snapshot.js';

/** All claims of the served definitions, in an order that depends on their content only. */
const CLAIMS = `
SELECT concat_ws(' ', number.id, encode(subject, 'hex'), encode(object, 'hex'), start_block, coalesce(end_block::text, '-'),
                 interval_start, reference_block, encode(proof_hash, 'hex'), value) AS line
FROM definition_set JOIN proof_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current
ORDER BY number.id COLLATE "C", subject, object, start_block`;

const UNDECIDED = `
SELECT count(*)::int4 AS undecided FROM definition_set JOIN undecided_segment ON definition_set = definition_set.id WHERE current`;

const COVERAGE = `
SELECT concat_ws(' ', family, kind, ranges) AS line
FROM definition_set JOIN claim_coverage ON definition_set = definition_set.id
WHERE current ORDER BY family COLLATE "C"`;

export interface ClaimDigest {
  /** sha256 hex over everything proven and covered: two databases that prove the same have the same. */
  readonly digest: string;
  readonly segments: number;
  /** Undecided intervals are not in the digest: which of them are stored depends on what was evaluated. */
  readonly undecided: number;
}

/** The digest of one snapshot. */
export const claimDigest = (pool: Pool): Promise<ClaimDigest> => inWholeSnapshot(pool, digestIn);

async function digestIn(tx: PoolClient): Promise<ClaimDigest> {
  const hash = createHash('sha256');
  const add = async (query: string): Promise<number> => {
    let count = 0;
    for await (const { line } of cursorRows<{ line: string }>(tx, query)) {
      hash.update(`${line}\n`);
      count++;
    }
    return count;
  };
  const segments = await add(CLAIMS);
  await add(COVERAGE);
  const { rows } = await tx.query<{ undecided: number }>(UNDECIDED);
  return { digest: hash.digest('hex'), segments, undecided: rows[0]!.undecided };
}
