import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../domain/chain/codec/hex.js';
import type { Address } from '../domain/chain/hex.js';
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

/** The place of a claim in the order of the claims of a definition. */
export type ClaimPlace = Pick<CarriedClaim, 'object'> & { readonly subject: Address | '0x' };

export interface CarriedClaims {
  readonly block: number;
  /** Ascending by subject and object. */
  readonly claims: readonly CarriedClaim[];
  /** The place after which the next page begins; absent on the last page. */
  readonly next?: ClaimPlace;
}

/**
 * Proof segments that one page reads at most. They are stored in the order of blocks, so each may cost a disk
 * read of its own.
 */
const SCANNED_ROWS = 2_000;

/**
 * Claims, definition and coverage from one snapshot: a single row where nothing is carried, none while
 * nothing is evaluated. A page ends when it is full, or after row $7 of the walk, which `isLast` marks,
 * because most claims may have ended before the block or begin after it.
 * INVARIANT: the limit is two above the page size. One claim more tells that another page follows; and the
 * row `isLast` may hold no claim, yet come before a row of the same subject and object that holds one.
 */
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
  SELECT subject, object, is_held AS "isHeld", nth = $7 AS "isLast", value, CASE WHEN is_held THEN interval_start END AS "intervalStart",
         reference_block AS "referenceBlock", 'sha256:' || encode(proof_hash, 'hex') AS "proofHash"
  FROM (
    SELECT walked.*, row_number() OVER (ORDER BY subject, object) AS nth
    FROM walk_of_definition(
      definition.definition_set, definition.definition, $4, $5, definition.asked, definition.evaluated, $7
    ) walked
    WHERE definition.covered @> definition.asked
  ) numbered
  WHERE is_held OR nth = $7
  ORDER BY subject, object
  LIMIT $6 + 2
) page ON true
LEFT JOIN LATERAL interval_shown(page."intervalStart", definition.asked, definition.covered, definition.evaluated) shown
  ON page."isHeld"
WHERE newest.block IS NOT NULL
ORDER BY page.subject, page.object`;

type Row = MissingRow & {
  readonly asked: number | null;
  readonly isCovered: boolean;
} & (WalkedClaim | { readonly subject: null });

type WalkedClaim = CarriedClaim & { readonly isHeld: boolean; readonly isLast: boolean };

@Injectable()
export class SubjectsReader {
  constructor(private readonly pool: Pool) {}

  /**
   * A page of the subjects that carry a claim of a definition at the end of a block, by default the highest
   * evaluated. Undefined when no such definition is served. A page may have few claims, or none, although
   * others follow.
   * @param after `next` of the page before; `0x` for subject and object on the first page
   * @param scannedRows the most segments that are read; the other segments of the last one's claim are read,
   * too
   * @throws {NotCovered} where the definition is not evaluated at the block
   */
  async carrying(
    id: string,
    block: number | undefined,
    after: ClaimPlace,
    pageSize: number,
    firstBlock: number,
    scannedRows = SCANNED_ROWS,
  ): Promise<CarriedClaims | undefined> {
    const { rows } = await this.pool.query<Row>({
      name: 'subjects of definition',
      text: CARRIED,
      values: [
        id,
        block ?? null,
        firstBlock,
        fromHex(after.subject),
        fromHex(after.object),
        pageSize,
        scannedRows,
      ],
      types: JSON_READY,
    });
    const [first] = rows;
    if (!first) throw NotCovered.unavailable();
    if (first.asked === null) return undefined;
    if (!first.isCovered) throw NotCovered.block(first, first.asked);
    const walked = rows.filter((row): row is Row & WalkedClaim => row.subject !== null);
    const found = walked.filter(({ isHeld }) => isHeld);
    const claims = found.slice(0, pageSize);
    const last = found.length > pageSize ? claims.at(-1) : walked.find(({ isLast }) => isLast);
    return {
      block: first.asked,
      claims,
      ...(last && { next: { subject: last.subject, object: last.object } }),
    };
  }
}
