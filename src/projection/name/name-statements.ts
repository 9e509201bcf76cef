/** Values of `standing_group` in `name_text`, in the order in which matches are listed. */
export const GROUPS = [1, 2, 3, 4, 5] as const;
/** Values of `closeness` in `name_pair`, from prefix to fragment. */
export const PLACES = [1, 2, 3] as const;

const IN_ORDER = 'ORDER BY holders DESC, length, address';

/** Symbols or names of one group that equal the text: $1 text, $2 whether tokens, $3 how many. */
export const EXACT = (group: string) => `
SELECT holders, length, address FROM name_text
WHERE folded = $1 AND is_token = $2 AND standing_group = ${group} AND matched_on <> 3 AND length <= 100
ORDER BY holders DESC, address
LIMIT $3`;

/**
 * For a query of two characters: the first of the lists of every group and closeness. An address has two
 * texts of a collection at most, and fewer than $3 addresses come from earlier lists. So four times $3 rows
 * of each list contain $3 new addresses, and five times $3 rows of all are enough.
 */
export const BY_PAIR = `
SELECT address FROM (
  SELECT place.standing_group, 0 AS closeness, equal.*
  FROM unnest(ARRAY[${GROUPS}]::int2[]) AS place (standing_group)
  CROSS JOIN LATERAL (${EXACT('place.standing_group')}) equal
  UNION ALL
  SELECT place.standing_group, near.closeness, listed.*
  FROM unnest(ARRAY[${GROUPS}]::int2[]) AS place (standing_group)
  CROSS JOIN unnest(ARRAY[${PLACES}]::int2[]) AS near (closeness)
  CROSS JOIN LATERAL (
    SELECT holders, length, address FROM name_pair
    WHERE pair = $1 AND is_token = $2 AND name_pair.standing_group = place.standing_group AND name_pair.closeness = near.closeness
    ${IN_ORDER}
    LIMIT 4 * $3
  ) listed
) found
ORDER BY standing_group, closeness, holders DESC, length, address
LIMIT 5 * $3`;

/**
 * Texts with a prefix ($1 prefix, $3 what comes after all of them, $4 group, $5 how many addresses, $6 from
 * how many texts), and their number.
 */
export const BY_PREFIX = `
WITH found AS MATERIALIZED (
  SELECT holders, length, address FROM name_text
  WHERE is_token = $2 AND standing_group = $4 AND NOT carries_hex AND beginning >= $1 AND beginning < $3
  LIMIT $6
)
SELECT ARRAY(SELECT address FROM found ${IN_ORDER} LIMIT $5) AS addresses, (SELECT count(*) FROM found)::int AS texts`;

/** The list of a pair ($3 pair, $4 group, $5 how close). */
const LIST = `
FROM name_pair
WHERE pair = $3 AND is_token = $2 AND standing_group = $4 AND closeness = $5
${IN_ORDER}, matched_on`;

/**
 * Texts among the first $7 of a list that match with closeness $6, at most $8; and entry $7 of the list, if
 * there is one and fewer matched. Only texts whose signature allows a match are examined. The list is read in
 * its order, and no further than needed.
 */
export const BY_WALK = `
WITH met AS MATERIALIZED (
  SELECT listed.address
  FROM (SELECT holders, length, address, matched_on, signature ${LIST} LIMIT $7) listed
  CROSS JOIN LATERAL (
    SELECT strpos(folded, $1) AS at FROM name_text WHERE address = listed.address AND matched_on = listed.matched_on OFFSET 0
  ) said
  WHERE listed.signature & (SELECT name_signature($1)) = (SELECT name_signature($1))
    AND CASE $6::int WHEN 1 THEN at = 1 WHEN 2 THEN at > 1 ELSE at > 0 END
  ${IN_ORDER}
  LIMIT $8
)
SELECT ARRAY(SELECT address FROM met) AS addresses, last.*
FROM (SELECT count(*) AS texts FROM met) found
LEFT JOIN LATERAL (SELECT holders, length, address ${LIST} OFFSET $7 - 1 LIMIT 1) last ON texts < $8`;

/**
 * For a query of three characters or more: the texts that contain it, in the order of matches. $1 query, $2
 * whether tokens, $3 how many addresses, $4 from how many texts.
 */
export const BY_TRIPLES = `
WITH found AS MATERIALIZED (SELECT * FROM texts_with($1, $2, $4))
SELECT ARRAY(
  SELECT address FROM found
  ORDER BY standing_group,
    CASE WHEN folded = $1 AND matched_on <> 3 THEN 0 WHEN carries_hex THEN 3 WHEN starts_with(folded, $1) THEN 1 ELSE 2 END,
    holders DESC, length, address
  LIMIT $3
) AS addresses, (SELECT count(*) FROM found) AS texts`;
