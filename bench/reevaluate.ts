import type { Pool } from 'pg';
import { type Definitions, readDefinitions } from '../src/definition/read-definitions.js';
import { evaluationProjector } from '../src/engine/engine.projector.js';
import { inTransaction } from '../src/platform/postgres/transaction.js';
import { engineDatabases } from './engine-database.js';
import { FIRST_BLOCK, populatedBlocks } from './evaluate-chain.js';
import { BenchEngine } from './evaluate-engine.js';

const SUBJECTS = 50_000;
const BLOCKS_AT_ONCE = 10;

/** What any way of writing a set anew must do: every claim, written once more by one statement. */
const FLOOR = `
INSERT INTO proof_segment (definition_set, subject, definition, object, start_block, end_block, interval_start, value, reference_block,
                           proof_hash, template, packed_proof, proof, position, evaluated_at)
SELECT 999, subject, definition, object, start_block, end_block, interval_start, value, reference_block, proof_hash, template, packed_proof, proof, position,
       evaluated_at
FROM proof_segment WHERE definition_set = $1`;

/** The rule that most others depend on, changed in name: it is evaluated again for every subject, and so are its dependents. */
function changed({ catalog, bindings }: Definitions): Definitions {
  const definitions = catalog.definitions.map((definition) =>
    definition.id === 'address_nature:contract'
      ? { ...definition, definitionVersion: `1.1.0+sha256.${'0'.repeat(64)}` }
      : definition,
  );
  return { catalog: { ...catalog, definitions }, bindings };
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}

async function reevaluate(pool: Pool, definitions: Definitions): Promise<void> {
  const projector = evaluationProjector({
    ...definitions,
    firstBlock: FIRST_BLOCK,
    views: { track: async () => undefined },
  });
  while ((await inTransaction(pool, (tx) => projector.upgradeStep!(tx))) !== undefined);
}

const definitions = readDefinitions(false);
const databases = await engineDatabases();
try {
  await databases.on(async (pool) => {
    const engine = await BenchEngine.open(pool, definitions);
    const append = engine.cold();
    const blocks = [...populatedBlocks(SUBJECTS)];
    for (let at = 0; at < blocks.length; at += BLOCKS_AT_ONCE)
      await append(blocks.slice(at, at + BLOCKS_AT_ONCE));
    const { rows } = await pool.query<{ segments: number }>(
      'SELECT count(*)::int4 AS segments FROM proof_segment',
    );
    await pool.query('ANALYZE');
    const floor = await secondsOf(() => pool.query(FLOOR, [engine.numbers.set]));
    await pool.query('DELETE FROM proof_segment WHERE definition_set = 999');
    const seconds = await secondsOf(() => reevaluate(pool, changed(definitions)));
    const after = await pool.query(
      'SELECT FROM proof_segment JOIN definition_set ON id = definition_set WHERE current',
    );
    console.log(
      `${SUBJECTS} subjects with ${rows[0]!.segments} proof segments, ${after.rowCount} afterwards`,
    );
    console.log(`${seconds.toFixed(1)} s: ${Math.round(SUBJECTS / seconds)} subjects/s`);
    console.log(
      `${floor.toFixed(1)} s at the floor, every segment written once more by one statement: ${(floor / seconds).toFixed(2)} of it`,
    );
  });
} finally {
  await databases.stop();
}
