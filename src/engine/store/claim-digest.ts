import { createHash, type Hash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { inWholeSnapshot } from '../../platform/postgres/distributed/in-whole-snapshot.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';

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

/**
 * The beginning of each claim in the span of its first block, and its end in that of its last: what a span has does not change when later
 * blocks come.
 */
const changesBy = (blocks: number): string => `
WITH claim AS (
  SELECT concat_ws(' ', number.id, encode(subject, 'hex'), encode(object, 'hex'), start_block) AS name, segment.*
  FROM definition_set JOIN proof_segment segment ON definition_set = definition_set.id
  JOIN definition_number number ON number.number = definition WHERE current
)
SELECT block / ${blocks} AS span, line FROM (
  SELECT start_block AS block, concat_ws(' ', 'begins', name, interval_start, reference_block, encode(proof_hash, 'hex'), value) AS line
  FROM claim
  UNION ALL SELECT end_block, concat_ws(' ', 'ends', name, end_block) FROM claim WHERE end_block IS NOT NULL
) change ORDER BY span, line COLLATE "C"`;

const LINES_AT_ONCE = 10_000;

export interface ClaimDigest {
  /** sha256 hex over everything proven and covered: two databases that prove the same have the same. */
  readonly digest: string;
  readonly segments: number;
  /** Undecided intervals are not in the digest: which of them are stored depends on what was evaluated. */
  readonly undecided: number;
}

/** The digest of one snapshot. */
export const claimDigest = (pool: Pool): Promise<ClaimDigest> => inWholeSnapshot(pool, digestIn);

/** What claims came to in some consecutive blocks. */
export interface SpanDigest {
  readonly fromBlock: number;
  readonly toBlock: number;
  /** sha256 hex over the claims that begin or end there. */
  readonly digest: string;
  readonly changes: number;
}

/** A digest for each span of blocks in which claims begin or end, ascending, of one snapshot. */
export const spanDigests = (pool: Pool, blocks: number): Promise<SpanDigest[]> =>
  inWholeSnapshot(pool, async (tx) => {
    const spans = new Map<number, { readonly hash: Hash; changes: number }>();
    for await (const { span, line } of linesOf<{ span: number; line: string }>(tx, changesBy(blocks))) {
      const found = spans.get(span) ?? { hash: createHash('sha256'), changes: 0 };
      spans.set(span, found);
      found.hash.update(`${line}\n`);
      found.changes++;
    }
    return [...spans].map(([span, { hash, changes }]) => ({
      ...{ fromBlock: span * blocks, toBlock: (span + 1) * blocks - 1 },
      ...{ digest: hash.digest('hex'), changes },
    }));
  });

async function* linesOf<Row extends { readonly line: string }>(
  tx: PoolClient,
  query: string,
): AsyncGenerator<Row> {
  await tx.query(`DECLARE lines CURSOR FOR ${query}`);
  for (;;) {
    const { rows } = await tx.query<Row>({ text: `FETCH ${LINES_AT_ONCE} FROM lines`, types: JSON_READY });
    yield* rows;
    if (rows.length === 0) break;
  }
  await tx.query('CLOSE lines');
}

async function digestIn(tx: PoolClient): Promise<ClaimDigest> {
  const hash = createHash('sha256');
  const add = async (query: string): Promise<number> => {
    let count = 0;
    for await (const { line } of linesOf(tx, query)) {
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
