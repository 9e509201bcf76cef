import type { Pool, PoolClient } from 'pg';
import type { Binding } from '../../definition/binding/binding.js';
import type { Catalog } from '../../definition/model/definition.js';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address, Hex } from '../../domain/chain/hex.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { InitialStateRows } from '../facts/initial-state-rows.js';
import type { FactRow } from '../model/fact-row.js';
import { isDestroyed } from '../model/lifetimes.js';
import { sameValue } from '../model/steps.js';
import { unpackValue } from './packed-value.js';

/**
 * State-read results of code and slots, with the last change in earlier blocks of the same range: ranges may have been joined since the
 * read. Storage ends with its code, so a slot is compared only while the code stays.
 */
const COMPARED = `
SELECT read.subject, read.what, read.block_number AS block, read.output, read.is_proven AS "isProven",
       known.value, text, known.block_number AS "storedAt"
FROM state_read_result read
JOIN evaluated_range ON records = 'state_diff'
JOIN LATERAL unnest(ranges) run ON run @> read.block_number
CROSS JOIN LATERAL (
  SELECT DISTINCT ON (fact.subject, source) source, value, block_number, tx_index
  FROM fact
  WHERE hashbytea(fact.subject) = hashbytea(read.subject) AND fact.subject = read.subject AND NOT is_initial AND block_number BETWEEN lower(run) AND read.block_number
    AND source = ANY(ARRAY(SELECT id FROM fact_source WHERE text ~ '^{"kind":"(code|storage)"'))
  ORDER BY fact.subject, source, block_number DESC, tx_index DESC
) known
JOIN fact_source ON fact_source.id = known.source
WHERE outcome = 'answered' AND what NOT LIKE '0x%' AND NOT EXISTS (
  SELECT 1 FROM fact
  WHERE what <> 'code' AND hashbytea(fact.subject) = hashbytea(read.subject) AND fact.subject = read.subject AND NOT is_initial
    AND source = ANY(ARRAY(SELECT id FROM fact_source WHERE text LIKE '{"kind":"code"%'))
    AND block_number BETWEEN known.block_number AND read.block_number)
ORDER BY read.subject, read.what`;

interface ComparedRow {
  readonly subject: Address;
  readonly what: string;
  readonly block: number;
  readonly output: Hex;
  readonly isProven: boolean;
  /** As `unpackValue` reads it. */
  readonly value: string | null;
  readonly text: string;
  readonly storedAt: number;
}

/** A description of each result that contradicts the stored blocks; empty where all agree. */
export async function contradictedReads(
  db: Pool | PoolClient,
  catalog: Catalog,
  bindings: ReadonlyMap<string, Binding>,
): Promise<string[]> {
  const initialStates = new InitialStateRows(catalog, bindings);
  const { rows } = await db.query<ComparedRow>({ text: COMPARED, types: JSON_READY });
  return rows.flatMap(({ subject, what, block, output, isProven, value, text, storedAt }) => {
    const read = { address: fromHex(subject), what, outcome: 'answered' as const, output: fromHex(output) };
    const [row] = initialStates.of(read, block);
    if (row === undefined || catalog.sources[row.source]!.text !== text) return [];
    const stored = value === null ? null : (JSON.parse(unpackValue(fromHex(value))) as FactRow['value']);
    if (sameValue(row.value, isDestroyed(stored) ? null : stored)) return [];
    return [
      `not so: ${what} of ${subject} at the end of block ${block}, ${isProven ? 'as it is proven' : 'as a node said'}, ` +
        `is what block ${storedAt} left`,
    ];
  });
}
