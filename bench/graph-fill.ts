import type { Pool } from 'pg';
import { readDefinitions } from '../src/definition/read-definitions.js';
import { fromHex } from '../src/domain/chain/codec/hex.js';
import type { Hex } from '../src/domain/chain/hex.js';
import { EVERY_RECORDS } from '../src/engine/model/block-records.js';
import { coverageOf } from '../src/engine/model/covered.js';
import { BenchEngine } from './evaluate-engine.js';

export const CHILDREN = 1_000_000;
export const FACTORY: Hex = `0x${'fa'.repeat(20)}`;
const RANGE = { fromBlock: 20_000_000, toBlock: 20_999_999 };

/** A child's address: in no order of its number. */
const CHILD = "substring(sha256(convert_to('child ' || n, 'UTF8')) FOR 20)";

/** Contracts that one factory made, as the engine would have left them: what each is, and who created it. Each row is an event. */
const ADD_CLAIMS = `
INSERT INTO proof_segment (definition_set, subject, definition, object, start_block, interval_start, reference_block, proof_hash, proof,
                           position, evaluated_at)
SELECT $1, ${CHILD}, $2, $3, $4::int8 + n, $4::int8 + n, $4::int8 + n, sha256(convert_to($2::int2 || ' ' || n, 'UTF8')), '',
       row_number() OVER () + (SELECT coalesce(max(position), 0) FROM fact_event), 0
FROM generate_series($5::int, $6::int) n`;

/** Fills the database with all children but the last `held`, which `addLast` adds with an event each. */
export async function fillGraph(pool: Pool, held: number): Promise<{ addLast(): Promise<number> }> {
  const { catalog, bindings } = readDefinitions(false);
  const engine = await BenchEngine.open(pool, { catalog, bindings });
  const ranges = new Map(EVERY_RECORDS.map((records) => [records, [RANGE]]));
  await engine.within((store) => store.write({ coverage: coverageOf(catalog, ranges) }));
  const number = (id: string): number =>
    engine.numbers.definitions[catalog.definitions.findIndex((one) => one.id === id)]!;
  const add = async (from: number, to: number): Promise<number> => {
    const factory = fromHex(FACTORY);
    let rows = 0;
    for (const [id, object] of [
      ['address_nature:contract', Buffer.alloc(0)],
      ['relation:created_by', factory],
    ] as const) {
      const values = [engine.numbers.set, number(id), object, RANGE.fromBlock, from, to];
      rows += (await pool.query(ADD_CLAIMS, values)).rowCount!;
    }
    return rows;
  };
  await add(0, CHILDREN - held - 1);
  await pool.query('VACUUM ANALYZE proof_segment');
  return {
    addLast: () => add(CHILDREN - held, CHILDREN - 1),
  };
}
