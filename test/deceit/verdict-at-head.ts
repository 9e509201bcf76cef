import type { Pool } from 'pg';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import type { Hex } from '../../src/domain/chain/hex.js';
import { JSON_READY } from '../../src/platform/postgres/json-ready.js';

const LAST = `
SELECT proven FROM definition_set JOIN (
  SELECT definition_set, definition, subject, false AS proven, end_block FROM undecided_segment
  UNION ALL SELECT definition_set, definition, subject, true, end_block FROM proof_segment
) segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current AND subject = $1 AND number.id = $2 AND end_block IS NULL`;

/** What a definition says of an address at the last block. */
export async function verdictAtHead(
  pool: Pool,
  subject: Hex,
  definition: string,
): Promise<'proven' | 'undecided' | 'not proven'> {
  const { rows } = await pool.query<{ readonly proven: boolean }>({
    text: LAST,
    values: [fromHex(subject), definition],
    types: JSON_READY,
  });
  const [row] = rows;
  if (row === undefined) return 'not proven';
  return row.proven ? 'proven' : 'undecided';
}
