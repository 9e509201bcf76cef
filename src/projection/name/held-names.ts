import type { Pool } from 'pg';
import type { Address } from '../../domain/chain/hex.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';

/** The proven names of an address; null where there is none. */
export interface HeldNames {
  /** `0x` and 40 lower-case hex characters. */
  readonly address: Address;
  readonly listedName: string | null;
  readonly ensName: string | null;
  readonly impersonates: string | null;
  /** Whether it is undecided that it imitates an asset, also because the newest evaluated block lacks records. */
  readonly isImitationUndecided: boolean;
  /** The newest known block, at which registries are read. */
  readonly block: number;
}

/** Claims that names rest on. */
export const NAME_CLAIMS = ['identity:listed_name', 'identity:ens_primary_name', 'risk:impersonates_asset'];

/** Names at the coverage head, and definition ids of attributes; one row per address. */
const HELD = `
WITH served AS MATERIALIZED (
  SELECT definition_set, definition, id, evaluated, head.block
  FROM claim_head head JOIN served_definition definition USING (kind)
  WHERE head.kind = 'attribute' AND id = ANY($2) AND definition.covered @> head.block
)
SELECT asked.address, claims."listedName", claims."ensName", claims.impersonates,
       open.subject IS NOT NULL OR EXISTS (
         SELECT FROM claim_head head JOIN served_definition definition USING (kind)
         WHERE id = 'risk:impersonates_asset' AND NOT definition.covered @> head.block
       ) AS "isImitationUndecided",
       coalesce((SELECT block FROM claim_head WHERE kind = 'attribute'), (SELECT max(number) FROM block), 0) AS block
FROM unnest($1::bytea[]) AS asked (address)
LEFT JOIN (
  SELECT subject, max(claim.value) FILTER (WHERE id = 'identity:listed_name') AS "listedName",
         max(claim.value) FILTER (WHERE id = 'identity:ens_primary_name') AS "ensName",
         max(claim.value) FILTER (WHERE id = 'risk:impersonates_asset') AS impersonates
  FROM (SELECT max(block) AS block, array_agg(definition) AS definitions FROM served) head
  CROSS JOIN LATERAL claims_at(head.definitions, $1, head.block) claim
  JOIN served USING (definition_set, definition)
  WHERE object = '' AND evaluated @> int8range(start_block, head.block, '[]')
  GROUP BY 1
) claims ON claims.subject = asked.address
LEFT JOIN (
  SELECT DISTINCT subject FROM undecided_of($1) JOIN served USING (definition_set, definition)
  WHERE id = 'risk:impersonates_asset' AND start_block <= served.block AND (end_block IS NULL OR end_block >= served.block)
    AND evaluated @> int8range(start_block, served.block, '[]')
) open ON open.subject = asked.address`;

/** @param addresses bytes */
export async function heldNames(
  database: Pick<Pool, 'query'>,
  addresses: readonly Buffer[],
): Promise<readonly HeldNames[]> {
  const { rows } = await database.query<HeldNames>({
    name: 'names held',
    text: HELD,
    values: [addresses, NAME_CLAIMS],
    types: JSON_READY,
  });
  return rows;
}
