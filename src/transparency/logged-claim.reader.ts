import type { PoolClient } from 'pg';
import { logProofText } from '../tlog/log-proof.js';
import { inclusionProof, leafHash, nodesOf, rootOf } from '../tlog/merkle-tree.js';
import { batchLeaves } from './claim-batch.js';
import { LogReader } from './log.reader.js';

/** What shows that the log has a claim, in the form of bundles. */
export interface LoggedClaim<Claim, Entry> {
  readonly claim: Claim;
  /** Index of the claim in its batch. */
  readonly index: number;
  /** Hashes in base64, from the claim upwards to the root of its batch. */
  readonly path: string[];
  readonly entry: Entry;
  /** A proof that the log has the entry: a file `c2sp.org/tlog-proof@v1`, in base64. */
  readonly proof: string;
}

/** The newest signed batch in which a segment of this proof that contains the block begins or ends. */
const BATCH = `
SELECT digest AS set, from_block AS "fromBlock", leaf_index AS "leafIndex", root, start_block AS start
FROM segments_by_hash($1) segment JOIN definition_set ON definition_set.id = segment.definition_set AND current
JOIN log_batch ON log_batch.definition_set = digest
              AND (start_block BETWEEN from_block AND to_block OR end_block BETWEEN from_block AND to_block)
WHERE start_block <= $2 AND (end_block IS NULL OR end_block >= $2) AND leaf_index < $3
ORDER BY from_block DESC LIMIT 1`;

interface Batch {
  readonly set: string;
  readonly fromBlock: number;
  readonly leafIndex: number;
  readonly root: Buffer;
  /** First block of the segment. */
  readonly start: number;
}

/** Finds claims in the transparency log, within one transaction. */
export class LoggedClaimReader {
  readonly #log: LogReader;

  constructor(private readonly tx: PoolClient) {
    this.#log = new LogReader(tx);
  }

  /**
   * Undefined where no signed entry has the claim, or the batch would have another root today.
   *
   * @param proofHash `sha256:…`
   * @param block at whose end the proof carries the claim
   */
  async find<Claim, Entry>(proofHash: string, block: number): Promise<LoggedClaim<Claim, Entry> | undefined> {
    const checkpoint = await this.#log.checkpoint();
    if (!checkpoint) return undefined;
    const hash = Buffer.from(proofHash.slice('sha256:'.length), 'hex');
    const { rows } = await this.tx.query<Batch>(BATCH, [hash, block, checkpoint.size]);
    if (!rows[0]) return undefined;
    const [fromBlock, leafIndex] = [Number(rows[0].fromBlock), Number(rows[0].leafIndex)];
    const leaves = await batchLeaves(this.tx, rows[0].set, fromBlock);
    const nodes = nodesOf(leaves.map(leafHash));
    const start = Number(rows[0].start);
    const index = leaves.findIndex((leaf) => {
      const known = JSON.parse(`${leaf}`) as { proofHash: string; start: number };
      return known.proofHash === proofHash && known.start === start;
    });
    // Evidence that came after the batch was logged may have changed its claims.
    if (index < 0 || !(await rootOf(nodes, leaves.length)).equals(rows[0].root)) return undefined;
    const path = await inclusionProof(nodes, index, leaves.length);
    const proof = logProofText({
      index: leafIndex,
      hashes: await inclusionProof(this.#log.nodes(), leafIndex, checkpoint.size),
      checkpoint: checkpoint.note,
    });
    const [entry] = await this.#log.entries(leafIndex, 1);
    return {
      claim: JSON.parse(`${leaves[index]}`) as Claim,
      index,
      path: path.map((one) => one.toString('base64')),
      entry: JSON.parse(`${entry}`) as Entry,
      proof: Buffer.from(proof).toString('base64'),
    };
  }
}
