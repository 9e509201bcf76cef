import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../domain/chain/codec/hex.js';
import type { Address, Hex } from '../domain/chain/hex.js';
import { type MissingRow, NotCovered } from '../domain/refusal/not-covered.js';
import { JSON_READY } from '../platform/postgres/json-ready.js';

/** An address that carries a claim. */
export interface CarriedClaim {
  readonly subject: Address;
  /** `0x` for attributes. */
  readonly object: Address | '0x';
  readonly value: string | null;
  /** First covered block of the interval. */
  readonly startBlock: number;
  /** Largest start block of the facts that its proof rests on. */
  readonly referenceBlock: number;
  /** `sha256:…` */
  readonly proofHash: string;
}

export interface CarriedClaims {
  readonly block: number;
  /** Ascending by subject and object. */
  readonly claims: readonly CarriedClaim[];
}

/** Claims, definition and coverage from one snapshot: a single row where nothing is carried, none while nothing is evaluated. */
const CARRIED = `
SELECT newest.block AS "headNumber", definition.asked, definition.covered @> definition.asked AS "isCovered",
       gap.from_block AS "fromBlock", gap.to_block AS "toBlock", page.*, shown.start_block AS "startBlock"
FROM (SELECT max(block) AS block FROM claim_head) newest
LEFT JOIN LATERAL (
  SELECT served.*, head.block, coalesce($2::int8, head.block) AS asked
  FROM served_definition served JOIN claim_head head ON head.kind = served.kind
  WHERE served.id = $1
) definition ON true
LEFT JOIN LATERAL gaps(definition.covered, $3, definition.block) gap ON definition.asked BETWEEN gap.from_block AND gap.to_block
LEFT JOIN LATERAL (
  SELECT segment.subject, segment.object, segment.value, segment.interval_start AS "intervalStart",
         segment.reference_block AS "referenceBlock", 'sha256:' || encode(segment.proof_hash, 'hex') AS "proofHash"
  FROM segments_of_definition(
    definition.definition_set, definition.definition, $4, $5, definition.asked, definition.evaluated, $6
  ) segment
  WHERE definition.covered @> definition.asked
) page ON true
LEFT JOIN LATERAL interval_shown(page."intervalStart", definition.asked, definition.covered, definition.evaluated) shown
  ON page.subject IS NOT NULL
WHERE newest.block IS NOT NULL
ORDER BY page.subject, page.object`;

type Row = MissingRow & {
  readonly asked: number | null;
  readonly isCovered: boolean;
} & (CarriedClaim | { readonly subject: null });

@Injectable()
export class SubjectsReader {
  constructor(private readonly pool: Pool) {}

  /**
   * Who carries a claim of a definition at the end of a block, by default the highest evaluated. Undefined when no such definition is served.
   * @param after the last claim of the page before
   * @throws {NotCovered} where the definition is not evaluated at the block
   */
  async carrying(
    id: string,
    block: number | undefined,
    after: { readonly subject: Hex; readonly object: Hex },
    rowLimit: number,
    firstBlock: number,
  ): Promise<CarriedClaims | undefined> {
    const { rows } = await this.pool.query<Row>({
      name: 'subjects of definition',
      text: CARRIED,
      values: [id, block ?? null, firstBlock, fromHex(after.subject), fromHex(after.object), rowLimit],
      types: JSON_READY,
    });
    const [first] = rows;
    if (!first) throw NotCovered.unavailable();
    if (first.asked === null) return undefined;
    if (!first.isCovered) throw NotCovered.block(first, first.asked);
    return {
      block: first.asked,
      claims: rows.filter((row): row is Row & CarriedClaim => row.subject !== null),
    };
  }
}
