import type { Pool, PoolClient } from 'pg';
import type { FactSource } from '../../definition/model/fact-source.js';
import { toHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import { formatStateRead } from '../../domain/event/state-read.js';
import { slotOf } from '../model/slots.js';

const SLOT_FACTS = `
SELECT DISTINCT subject AS address, text FROM fact JOIN fact_source source ON source.id = fact.source AND text LIKE '{"kind":"storage"%'
WHERE hashbytea(subject) = ANY(ARRAY(SELECT hashbytea(one) FROM unnest($1::bytea[]) one)) AND subject = ANY($1)`;

/** The slots of these addresses whose values are facts, in words of `formatStateRead`. */
export async function slotFactsOf(
  db: Pool | PoolClient,
  addresses: readonly Buffer[],
): Promise<{ readonly address: Address; readonly what: string }[]> {
  if (addresses.length === 0) return [];
  const { rows } = await db.query<{ address: Buffer; text: string }>({
    name: 'slot facts of addresses',
    text: SLOT_FACTS,
    values: [addresses],
  });
  return rows.flatMap(({ address, text }) => {
    const source = JSON.parse(text) as FactSource;
    if (source.kind !== 'storage') return [];
    return [{ address: toHex(address), what: formatStateRead({ kind: 'slot', slot: slotOf(source.slot) }) }];
  });
}
