/** Which claims: those about an address, or those between two. */
export type ClaimKind = 'attribute' | 'relation';

/** Covered blocks during which a claim held with one value. */
export interface ClaimInterval {
  readonly id: string;
  /** The other end of a relation; null for attributes. */
  readonly counterpart: string | null;
  readonly startBlock: number;
  /** Last block; null while the claim holds at the end of the coverage. */
  readonly endBlock: number | null;
  readonly value: string | null;
}

/** The shown form of a row of `claim` (`definition_set, subject, definition, object, interval_start, value`) and its `definition`. */
export const INTERVAL_COLUMNS = `
  definition.id, claim.value, lower(visible.blocks) AS "startBlock",
  CASE WHEN upper(visible.blocks) < upper(definition.covered) OR last_segment.end_block < upper(definition.covered)
       THEN upper(visible.blocks) - 1 END AS "endBlock"`;

/**
 * From the first to the last covered block of the whole interval. An open one ends with its evaluated range: a claim that was open when a
 * gap began is not known to hold beyond it.
 */
export const INTERVAL_BLOCKS = `
CROSS JOIN LATERAL (
  SELECT end_block FROM proof_segment segment
  WHERE segment.definition_set = claim.definition_set AND segment.subject = claim.subject
    AND segment.definition = claim.definition AND segment.object = claim.object
    AND segment.start_block >= claim.interval_start AND segment.interval_start = claim.interval_start
  ORDER BY segment.start_block DESC
  LIMIT 1
) last_segment
CROSS JOIN LATERAL (
  SELECT definition.covered * int8multirange(int8range(claim.interval_start, coalesce(
    last_segment.end_block,
    (SELECT upper(judged) - 1 FROM unnest(definition.judged) judged WHERE judged @> claim.interval_start)
  ), '[]')) AS blocks
) visible`;
