import type { Pool } from 'pg';

/** A claim that stands at the head. */
export interface ProvenClaim {
  readonly subject: string;
  readonly id: string;
  /** Empty for attributes. */
  readonly object: string;
  readonly value: string | null;
  readonly family: string;
}

/** Everything proven at the end of what is stored, by subject, in the order of ids and objects. */
export async function provenClaims(pool: Pool): Promise<ReadonlyMap<string, readonly ProvenClaim[]>> {
  const { rows } = await pool.query<ProvenClaim>(
    `SELECT '0x' || encode(subject, 'hex') AS subject, id, encode(object, 'hex') AS object, value,
            proof::jsonb ->> 'selectedFamilyId' AS family
     FROM proof_segment JOIN definition_number ON number = definition
     WHERE end_block IS NULL ORDER BY subject, id COLLATE "C", object`,
  );
  const claims = new Map<string, ProvenClaim[]>();
  for (const row of rows) {
    const own = claims.get(row.subject);
    if (own) own.push(row);
    else claims.set(row.subject, [row]);
  }
  return claims;
}

/** Id, value and object, as people write them down. */
export function claimText({ id, value, object }: ProvenClaim): string {
  return `${id}${value === null ? '' : `=${value}`}${object === '' ? '' : ` 0x${object}`}`;
}
