import type { Pool } from 'pg';
import { fromHex } from '../domain/chain/codec/hex.js';
import type { Address } from '../domain/chain/hex.js';
import { inWholeSnapshot } from '../platform/postgres/distributed/in-whole-snapshot.js';
import { JSON_READY } from '../platform/postgres/json-ready.js';

/** A definition set that was evaluated. */
export interface DefinitionSet {
  readonly id: number;
  /** sha256 hex. */
  readonly digest: string;
  readonly isServed: boolean;
  readonly definitions: number;
  readonly segments: number;
}

/** The blocks during which one proof carried a claim under a definition set. */
export interface SetSegment {
  readonly id: string;
  readonly counterpart: Address | null;
  readonly startBlock: number;
  readonly endBlock: number | null;
  readonly value: string | null;
  /** `0x` and 64 hex characters. */
  readonly proofHash: string;
  /** Canonical JSON of what is hashed. */
  readonly proof: string;
}

const SETS = `
SELECT id, digest, current AS "isServed",
       (SELECT count(*)::int4 FROM set_definition WHERE definition_set = id) AS definitions, coalesce(counted.segments, 0) AS segments
FROM definition_set
LEFT JOIN (SELECT definition_set, count(*) AS segments FROM proof_segment GROUP BY 1) counted ON counted.definition_set = id
ORDER BY id`;

const SEGMENTS = `
SELECT number.id, '0x' || encode(nullif(object, ''), 'hex') AS counterpart, start_block AS "startBlock", end_block AS "endBlock", value,
       proof_hash AS "proofHash", proof_text(segment) AS proof
FROM segments_of($2) segment JOIN definition_number number ON number = definition
WHERE definition_set = $1
ORDER BY start_block, number.id COLLATE "C", object`;

const COVERAGE = `
SELECT coalesce(ranges @> $3::int8, false) AS "isCovered"
FROM set_definition JOIN definition_number ON number = definition LEFT JOIN claim_coverage USING (definition_set, family)
WHERE definition_set = $1 AND id = $2`;

/** Claims of a definition set, served or not. */
export class ClaimsOfSetReader {
  constructor(private readonly pool: Pool) {}

  /** All definition sets, in the order in which they were first evaluated. */
  async sets(): Promise<readonly DefinitionSet[]> {
    return (await this.pool.query<DefinitionSet>({ text: SETS, types: JSON_READY })).rows;
  }

  /**
   * The segments of an address and the texts of their proofs, in one snapshot.
   *
   * @param address `0x` and 40 lower-case hex characters.
   */
  segmentsOf(set: number, address: Address): Promise<readonly SetSegment[]> {
    const values = [set, fromHex(address)];
    return inWholeSnapshot(this.pool, async (tx) => {
      const { rows } = await tx.query<SetSegment>({ text: SEGMENTS, values, types: JSON_READY });
      return rows;
    });
  }

  /** Whether a definition of the set was evaluated at a block, if one is given; undefined if the set has no such definition. */
  async isCovered(set: number, definition: string, block: number | undefined): Promise<boolean | undefined> {
    const { rows } = await this.pool.query<{ isCovered: boolean }>(COVERAGE, [
      set,
      definition,
      block ?? null,
    ]);
    return rows[0]?.isCovered;
  }
}
