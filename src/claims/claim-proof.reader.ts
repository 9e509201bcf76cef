import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../domain/chain/codec/hex.js';
import type { Address } from '../domain/chain/hex.js';
import { type MissingRow, NotCovered } from '../domain/refusal/not-covered.js';
import { JSON_READY } from '../platform/postgres/json-ready.js';
import { type ProofColumns, type StoredProof, storedProof } from './stored-proof.js';

/** A claim whose proof is requested. */
export interface Claim {
  readonly kind: 'attribute' | 'relation';
  /** Id of the attribute or relation. */
  readonly id: string;
  /** `0x` and 40 lower-case hex characters. */
  readonly subject: Address;
  /** Of a relation; same form. */
  readonly object?: Address;
}

export interface ClaimProof {
  /** Highest block evaluated. */
  readonly coverageBlock: number;
  readonly proof: StoredProof;
}

/**
 * Claim and coverage from one snapshot. Without a claim, the blocks that are missing: a gap of the
 * definition, or of all definitions where there is no such one; or the blocks in which the claim is
 * undecided; or the whole range if the code of the subject is not known.
 */
const OF_CLAIM = `
SELECT head.block AS "headNumber", definition.id IS NOT NULL AS "isDefined", carried.*,
       coalesce(gap.from_block, unjudged."fromBlock", unknown."fromBlock") AS "fromBlock",
       coalesce(gap.to_block, unjudged."toBlock", unknown."toBlock") AS "toBlock"
FROM (SELECT *, coalesce($5::int8, block) AS asked FROM claim_head WHERE kind = $6) head
LEFT JOIN served_definition definition ON definition.id = $1 AND definition.kind = head.kind
LEFT JOIN LATERAL segments_between($2, $3) held
  ON held.definition_set = definition.definition_set AND held.definition = definition.definition AND held.start_block <= asked AND (held.end_block IS NULL OR held.end_block >= asked)
  AND definition.covered @> asked AND definition.evaluated @> int8range(held.start_block, asked, '[]')
LEFT JOIN LATERAL proof_by_hash(held.proof_hash) carried ON true
LEFT JOIN LATERAL (
  SELECT from_block, to_block FROM gaps(coalesce(definition.covered, head.covered), $4, head.block)
  WHERE held.proof_hash IS NULL AND asked BETWEEN from_block AND to_block
) gap ON true
LEFT JOIN LATERAL (
  SELECT start_block AS "fromBlock", coalesce(end_block, upper(range) - 1) AS "toBlock"
  FROM undecided_of(ARRAY[$2::bytea]) undecided, unnest(definition.evaluated) range
  WHERE held.proof_hash IS NULL AND undecided.definition_set = definition.definition_set
    AND undecided.definition = definition.definition AND start_block <= asked
    AND (end_block IS NULL OR end_block >= asked) AND range @> int8range(start_block, asked, '[]')
  LIMIT 1
) unjudged ON true
LEFT JOIN LATERAL (
  SELECT lower(range) AS "fromBlock", upper(range) - 1 AS "toBlock"
  FROM unnest(definition.evaluated) range
  WHERE held.proof_hash IS NULL AND range @> asked AND definition.records IN (SELECT records_of_unknown_code($2, asked, $4))
) unknown ON true`;

interface OfClaimRow extends Omit<ProofColumns, 'proof'>, MissingRow {
  /** Null, as all columns of the proof are, where there is none. */
  readonly proof: string | null;
  readonly isDefined: boolean;
}

@Injectable()
export class ClaimProofReader {
  constructor(private readonly pool: Pool) {}

  /**
   * The proof that carried a claim at the end of a block, by default of the highest evaluated.
   * @param firstBlock lowest block of the chain
   * @throws {NotCovered} where no proof is stored; it has the gap in which the claim could not be evaluated,
   * if there is one
   */
  async ofClaim(
    { kind, id, subject, object = '0x' }: Claim,
    block: number | undefined,
    firstBlock: number,
  ): Promise<ClaimProof> {
    const { rows } = await this.pool.query<OfClaimRow>({
      name: 'proof of claim',
      text: OF_CLAIM,
      values: [id, fromHex(subject), fromHex(object), firstBlock, block ?? null, kind],
      types: JSON_READY,
    });
    const [row] = rows;
    if (!row) throw NotCovered.unavailable();
    const { headNumber, proof, isDefined } = row;
    if (proof === null) throw NotCovered.record(row, block, isDefined ? 'claim' : 'definition');
    return { coverageBlock: headNumber, proof: storedProof({ ...row, proof }) };
  }
}
