import type { PoolClient } from 'pg';
import { canonicalJson } from '../domain/canonical/canonical-json.js';
import { BATCH_BLOCKS } from '../domain/interval/log-batch.js';
import { JSON_READY } from '../platform/postgres/json-ready.js';
import { leafHash, nodesOf, rootOf, type TreeHash } from '../tlog/merkle-tree.js';

/** The begin or the end of one claim in the blocks of a batch. */
interface ClaimChange {
  readonly definition: string;
  readonly subject: string;
  readonly object: string | null;
  readonly start: number;
  /** Last block in which it holds; null if it holds beyond the batch. */
  readonly end: number | null;
  readonly proofHash: string;
}

const COLUMNS = `
SELECT number.id AS definition, '0x' || encode(subject, 'hex') AS subject, '0x' || encode(nullif(object, ''), 'hex') AS object,
       start_block AS start, CASE WHEN end_block <= $3 THEN end_block END AS "end", 'sha256:' || encode(proof_hash, 'hex') AS "proofHash"
FROM definition_set JOIN proof_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition`;

const CHANGES = `${COLUMNS}
WHERE definition_set.digest = $1 AND (start_block BETWEEN $2 AND $3 OR end_block BETWEEN $2 AND $3)
  AND start_block <= $3
ORDER BY subject, number.id COLLATE "C", object, start_block`;

/**
 * Ranges that end in the batch because the records that a definition rests on are missing above: claims that
 * still hold in the last block of such a range end there. One row for each definition and range.
 */
const ENDED = `
SELECT number.id AS definition, lower(run) AS first, upper(run) - 1 AS last
FROM definition_set JOIN set_definition ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
JOIN evaluated_range USING (records), unnest(ranges) run
WHERE digest = $1 AND upper(run) - 1 BETWEEN $2 AND $3`;

/** The claims that began in such a range, but before the batch, and still hold at its end. */
const ENDED_CLAIMS = `${COLUMNS}
WHERE definition_set.digest = $1 AND number.id = $4 AND end_block IS NULL AND start_block BETWEEN $5 AND $2 - 1`;

interface EndedRange {
  readonly definition: string;
  readonly first: number;
  readonly last: number;
}

/**
 * Leaves of the tree of a batch, in order: the segments that begin or end in its blocks, as they were at its
 * end.
 */
export async function batchLeaves(
  tx: PoolClient,
  set: string,
  fromBlock: number,
): Promise<readonly Buffer[]> {
  const batch = [set, fromBlock, fromBlock + BATCH_BLOCKS - 1];
  const read = async <Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> =>
    (await tx.query<Row>({ text, values: [...values], types: JSON_READY })).rows;
  const changes = await read<ClaimChange>(CHANGES, batch);
  const ended = await read<EndedRange>(ENDED, batch);
  return (ended.length === 0 ? changes : await withEnds(changes, ended)).map(leafOf);

  async function withEnds(known: ClaimChange[], ranges: readonly EndedRange[]): Promise<ClaimChange[]> {
    for (const { definition, first } of ranges)
      known.push(...(await read<ClaimChange>(ENDED_CLAIMS, [...batch, definition, first])));
    const endOf = ({ definition, start }: ClaimChange) =>
      ranges.find((one) => one.definition === definition && start >= one.first && start <= one.last)?.last;
    return known.map((one) => ({ ...one, end: one.end ?? endOf(one) ?? null })).sort(inOrder);
  }
}

function leafOf({ object, end, ...rest }: ClaimChange): Buffer {
  return Buffer.from(
    canonicalJson({ ...rest, ...(object !== null && { object }), ...(end !== null && { end }) }),
  );
}

/** The order of `CHANGES`. Its texts are ASCII, so comparing UTF-16 units is the same as comparing bytes. */
function inOrder(one: ClaimChange, other: ClaimChange): number {
  const keys = ({ subject, definition, object }: ClaimChange) => [subject, definition, object ?? '~'];
  const [mine, theirs] = [keys(one), keys(other)];
  const at = mine.findIndex((key, index) => key !== theirs[index]);
  if (at < 0) return one.start - other.start;
  return mine[at]! < theirs[at]! ? -1 : 1;
}

/** Root of the tree over the leaves of a batch. */
export function batchRoot(leaves: readonly Buffer[]): Promise<TreeHash> {
  const hashes = leaves.map(leafHash);
  return rootOf(nodesOf(hashes), hashes.length);
}
