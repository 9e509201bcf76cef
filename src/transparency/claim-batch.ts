import type { PoolClient } from 'pg';
import { canonicalJson } from '../domain/canonical/canonical-json.js';
import { JSON_READY } from '../platform/postgres/json-ready.js';
import { leafHash, nodesOf, rootOf, type TreeHash } from '../tlog/merkle-tree.js';

/** Blocks whose claims are logged in one leaf. Batches begin at multiples of it, so that a replay gives the same ones. */
export const BATCH_BLOCKS = 64;

/** What became known about one claim in the blocks of a batch. */
interface ClaimChange {
  readonly definition: string;
  readonly subject: string;
  readonly object: string | null;
  readonly start: number;
  /** Null if it goes on after the batch. */
  readonly end: number | null;
  readonly proofHash: string;
}

const CHANGES = `
SELECT number.id AS definition, '0x' || encode(subject, 'hex') AS subject, '0x' || encode(nullif(object, ''), 'hex') AS object,
       start_block AS start, CASE WHEN end_block <= $3 THEN end_block END AS "end", 'sha256:' || encode(proof_hash, 'hex') AS "proofHash"
FROM definition_set JOIN proof_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE definition_set.digest = $1 AND (start_block BETWEEN $2 AND $3 OR end_block BETWEEN $2 AND $3)
  AND start_block <= $3
ORDER BY subject, number.id COLLATE "C", object, start_block`;

/** Leaves of the tree of a batch, in its order: the segments that began or ended in its blocks, as they stood at its end. */
export async function batchLeaves(
  tx: PoolClient,
  set: string,
  fromBlock: number,
): Promise<readonly Buffer[]> {
  const { rows } = await tx.query<ClaimChange>({
    text: CHANGES,
    values: [set, fromBlock, fromBlock + BATCH_BLOCKS - 1],
    types: JSON_READY,
  });
  return rows.map(({ object, end, ...rest }) =>
    Buffer.from(canonicalJson({ ...rest, ...(object !== null && { object }), ...(end !== null && { end }) })),
  );
}

/** Root of the tree over the leaves of a batch. */
export function batchRoot(leaves: readonly Buffer[]): Promise<TreeHash> {
  const hashes = leaves.map(leafHash);
  return rootOf(nodesOf(hashes), hashes.length);
}
