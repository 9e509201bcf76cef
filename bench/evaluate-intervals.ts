import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Definitions } from '../src/definition/read-definitions.js';
import { EVERY_RECORDS } from '../src/engine/model/block-records.js';
import { coverageOf } from '../src/engine/model/covered.js';
import { BinaryCopy } from '../src/platform/postgres/binary-copy.js';
import { copyInto } from '../src/platform/postgres/copy-into.js';
import { dropReadIndexes, restoreReadIndexes } from '../src/platform/postgres/read-indexes.js';
import { inTransaction } from '../src/platform/postgres/transaction.js';
import type { BenchEngine } from './evaluate-engine.js';

export const SUBJECTS = 200_000;
/**
 * Segments of each subject, one after the other: neighbours in a table of blocks are not neighbours in the
 * table of subjects.
 */
export const SEGMENTS = 10;
export const RANGE = { fromBlock: 20_000_000, toBlock: 20_999_999 };
/** As long as a usual proof, and no more compressible. */
const PROOF = randomBytes(600).toString('hex');

const COPY_SEGMENTS = `
COPY proof_segment (definition_set, subject, definition, object, start_block, end_block, interval_start, value, reference_block,
                    proof_hash, proof, position, evaluated_at) FROM STDIN BINARY`;
const ADD_FACTS = `
INSERT INTO fact SELECT $1, 1, 0, 0, false, substring(sha256(convert_to('subject ' || n, 'UTF8')) FOR 20), '', '"true"', ''
FROM generate_series(0, $2 - 1) n`;

/** Intervals of definitions that were undecided for a while. */
const ADD_UNDECIDED = `
INSERT INTO undecided_interval
SELECT $1, $3 + n, $3 + n + 1000, substring(sha256(convert_to('subject ' || n, 'UTF8')) FOR 20), ARRAY[$2::int2]
FROM generate_series(0, $4 - 1) n`;

export const subjectAt = (index: number): Buffer => digest(`subject ${index}`).subarray(0, 20);
const digest = (name: string): Buffer => createHash('sha256').update(name).digest();

/** Two million intervals, loaded by COPY: of every subject ten definitions, a tenth of them relations, every third one ended. */
export async function fillIntervals(
  pool: Pool,
  engine: BenchEngine,
  { catalog }: Definitions,
): Promise<void> {
  const ranges = new Map(EVERY_RECORDS.map((records) => [records, [RANGE]]));
  await engine.within((store) => store.write({ coverage: coverageOf(catalog, ranges) }));
  await dropReadIndexes(pool);
  const subjects = Array.from({ length: SUBJECTS }, (_, index) => subjectAt(index));
  const numbersOf = (kind: string): number[] =>
    catalog.definitions.flatMap((one, at) => (one.kind === kind ? [engine.numbers.definitions[at]!] : []));
  const attributes = numbersOf('attribute');
  const relations = numbersOf('relation');
  const rows = new BinaryCopy(13);
  const step = Math.floor((RANGE.toBlock - RANGE.fromBlock) / SEGMENTS);
  for (let segment = 0; segment < SEGMENTS; segment++) {
    rows.clear();
    for (const [index, subject] of subjects.entries()) {
      const isRelation = segment === SEGMENTS - 1;
      const start = RANGE.fromBlock + segment * step + Math.floor((index * step) / SUBJECTS);
      rows
        .row()
        .int2(engine.numbers.set)
        .bytea(subject)
        .int2(
          isRelation
            ? relations[index % relations.length]!
            : attributes[(index + segment * 5) % attributes.length]!,
        )
        .bytea(isRelation ? subjects[(index * index) % SUBJECTS]! : Buffer.alloc(0))
        .int8(start)
        .int8((index + segment) % 3 === 0 ? start + step : undefined)
        .int8(start)
        .text(undefined)
        .int8(start)
        .bytea(digest(`${index} ${segment}`))
        .text(PROOF)
        .int8(segment * SUBJECTS + index + 1)
        .int8(1_795_000_000);
    }
    await inTransaction(pool, (tx) => copyInto(tx, COPY_SEGMENTS, rows.finish()));
  }
  await pool.query(ADD_FACTS, [RANGE.fromBlock, SUBJECTS]);
  await pool.query(ADD_UNDECIDED, [engine.numbers.set, attributes[0], RANGE.fromBlock, SUBJECTS]);
  await restoreReadIndexes(pool);
  await pool.query('VACUUM (FREEZE, ANALYZE)');
}
