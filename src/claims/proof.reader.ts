import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { type MissingRow, NotCovered } from '../domain/refusal/not-covered.js';
import { JSON_READY } from '../platform/postgres/json-ready.js';
import { type ProofColumns, type StoredProof, storedProof } from './stored-proof.js';

export type { StoredProof };

export interface FoundProof {
  /** Highest block evaluated of the claim's kind. */
  readonly coverageBlock: number;
  readonly proof: StoredProof;
}

/** The proof or, if there is none, the lowest gap of any family that may contain it, from one snapshot. */
const BY_HASH = `
SELECT newest.block AS "headNumber", head.block AS "coverageBlock", found.*, gap.from_block AS "fromBlock", gap.to_block AS "toBlock"
FROM (SELECT max(block) AS block FROM claim_head) newest
LEFT JOIN LATERAL proof_by_hash($1) found ON true
LEFT JOIN claim_head head ON head.kind = CASE WHEN found.object = '' THEN 'attribute' ELSE 'relation' END
LEFT JOIN LATERAL (
  SELECT missing.from_block, missing.to_block
  FROM definition_set
  JOIN claim_coverage ON definition_set = definition_set.id
  CROSS JOIN (SELECT max(number) AS number FROM block) chain
  CROSS JOIN LATERAL gaps(ranges, $2, chain.number) missing
  WHERE current AND found.proof IS NULL
  ORDER BY 1
  LIMIT 1
) gap ON true
WHERE newest.block IS NOT NULL`;

interface ByHashRow extends Omit<ProofColumns, 'proof'>, MissingRow {
  /** Null, as all columns of the proof are, where there is none. */
  readonly proof: string | null;
  /** Null when no family of the kind is covered any more. */
  readonly coverageBlock: number | null;
}

@Injectable()
export class ProofReader {
  constructor(private readonly pool: Pool) {}

  /**
   * @param proofHash `sha256:` and 64 lower-case hex characters
   * @param firstBlock lowest block of the chain
   * @throws {NotCovered} with the lowest gap that may contain the proof
   */
  async byHash(proofHash: string, firstBlock: number): Promise<FoundProof> {
    const { rows } = await this.pool.query<ByHashRow>({
      name: 'proof by hash',
      text: BY_HASH,
      values: [Buffer.from(proofHash.slice('sha256:'.length), 'hex'), firstBlock],
      types: JSON_READY,
    });
    const [row] = rows;
    if (!row) throw NotCovered.unavailable();
    const { proof, coverageBlock, headNumber } = row;
    if (proof === null) throw NotCovered.record(row);
    return { coverageBlock: coverageBlock ?? headNumber, proof: storedProof({ ...row, proof }) };
  }
}
