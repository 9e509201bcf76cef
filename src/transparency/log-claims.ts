import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { toHex } from '../domain/chain/codec/hex.js';
import { CHAIN_ID } from '../domain/chain/record/chain-id.js';
import { BATCH_BLOCKS } from '../domain/interval/log-batch.js';
import { inWholeSnapshot } from '../platform/postgres/distributed/in-whole-snapshot.js';
import { knownState } from '../platform/postgres/migration-state.js';
import { inTransaction } from '../platform/postgres/transaction.js';
import { batchLeaves, batchRoot } from './claim-batch.js';
import { unloggedDefinitions } from './definition-entry.js';
import { LinkedEntries } from './linked-entries.js';

const BATCHES_AT_ONCE = 64;
const OF_CHAIN = { chainId: CHAIN_ID };

/**
 * Whole batches of final, covered blocks that no leaf logs yet, ascending; none while no block is known to be
 * final. The block after a batch shows which claims ended in its last block, so that block must be final and
 * covered, too.
 */
const DUE = `
WITH served AS (SELECT id, digest FROM definition_set WHERE current),
     covered AS (
       SELECT range_agg(ranges) * int8multirange(int8range(0, max(number), '[]')) AS blocks
       FROM served JOIN claim_coverage ON definition_set = served.id CROSS JOIN finality
     ),
     logged AS (
       SELECT range_agg(int8range(from_block, to_block, '[]')) AS blocks FROM served JOIN log_batch ON definition_set = served.digest
     ),
     due AS (
       SELECT covered.blocks AS covered, unnest(covered.blocks - coalesce(logged.blocks, '{}')) AS blocks FROM covered CROSS JOIN logged
     )
SELECT served.digest AS set, batch AS "fromBlock"
FROM served, due, generate_series((lower(blocks) + $1 - 1) / $1 * $1, upper(blocks) - $1, $1) AS batch
WHERE covered @> batch + $1
ORDER BY batch LIMIT $2`;

/** For each family, which blocks of a batch are covered. */
const COVERAGE = `
SELECT concat_ws(' ', family, kind, ranges * int8multirange(int8range($2, $3, '[]'))) AS line
FROM definition_set JOIN claim_coverage ON definition_set = definition_set.id
WHERE digest = $1 AND ranges && int8range($2, $3, '[]') ORDER BY family COLLATE "C", kind`;

interface DueBatch {
  /** sha256 hex. */
  readonly set: string;
  readonly fromBlock: number;
}

/**
 * Appends a leaf for each batch of final blocks that has none. Before the first batch of a definition set it
 * appends a leaf with the parts of the set.
 *
 * @returns the number of appended leaves; unless it is 0, more may be due
 * @throws Error if the database is of a newer version
 */
export function logClaims(pool: Pool): Promise<number> {
  return inTransaction(
    pool,
    async (tx) => {
      // Takes a lock: other callers wait here, and then see what this one logged.
      const entries = await LinkedEntries.begin(tx);
      const { rows } = await tx.query<DueBatch>(DUE, [BATCH_BLOCKS, BATCHES_AT_ONCE]);
      if (rows.length === 0) return 0;
      for (const { set, fromBlock } of rows) {
        const parts = await unloggedDefinitions(tx, set);
        if (parts)
          await tx.query('INSERT INTO log_definition_set VALUES ($1, $2)', [
            ...[
              set,
              entries.add({ ...OF_CHAIN, type: 'definitions', definitionSet: `sha256:${set}`, ...parts }),
            ],
          ]);
        const { entry, root } = await batchEntry(pool, tx, set, Number(fromBlock));
        await tx.query('INSERT INTO log_batch VALUES ($1, $2, $3, $4, $5)', [
          ...[set, fromBlock, Number(fromBlock) + BATCH_BLOCKS - 1, entries.add(entry), root],
        ]);
      }
      const appended = await entries.append();
      // Last, because the claims were read in other transactions: a newer version may read them otherwise.
      await knownState(tx);
      return appended;
    },
    { isolation: 'read committed' },
  );
}

async function batchEntry(
  pool: Pool,
  tx: PoolClient,
  set: string,
  fromBlock: number,
): Promise<{ entry: object; root: Buffer }> {
  const toBlock = fromBlock + BATCH_BLOCKS - 1;
  const leaves = await inWholeSnapshot(pool, (snapshot) => batchLeaves(snapshot, set, fromBlock));
  const root = await batchRoot(leaves);
  const hash = await tx.query<{ hash: Buffer }>('SELECT hash FROM canonical_block WHERE number = $1', [
    toBlock,
  ]);
  const { rows } = await tx.query<{ line: string }>(COVERAGE, [set, fromBlock, toBlock]);
  const coverage = createHash('sha256');
  for (const { line } of rows) coverage.update(`${line}\n`);
  const entry = {
    ...OF_CHAIN,
    ...{ type: 'claims', definitionSet: `sha256:${set}`, fromBlock, toBlock },
    ...{ toHash: toHex(hash.rows[0]!.hash), claims: leaves.length, root: root.toString('base64') },
    coverage: `sha256:${coverage.digest('hex')}`,
  };
  return { entry, root };
}
