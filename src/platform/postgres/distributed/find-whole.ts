import type { Pool, PoolClient } from 'pg';
import { publicationOf, sequenceOf } from '../publication.js';
import { inTransaction } from '../transaction.js';

/** Looks for what is wrong, in a snapshot; may do so twice. */
export type Look = (find: (db: Pool | PoolClient) => Promise<string[]>) => Promise<string[]>;

/** A check looks at all rows where it has to, whatever that brings to the coordinator. */
const UNBOUNDED = "SET LOCAL citus.max_intermediate_result_size = '-1'";

/**
 * What is wrong with the rows, looked for in one snapshot. Each node of a cluster has a snapshot of its own,
 * so what is found, or fails, while something is published may be the difference between two moments: then it
 * is looked for again while writers wait.
 */
export async function findWhole(pool: Pool, find: (tx: PoolClient) => Promise<string[]>): Promise<string[]> {
  const publication = publicationOf(pool);
  const look = (): Promise<string[]> =>
    inTransaction(
      pool,
      async (tx) => {
        if (publication !== undefined) await tx.query(UNBOUNDED);
        return find(tx);
      },
      { isolation: 'repeatable read' },
    );
  if (publication === undefined) return look();
  const before = await sequenceOf(pool);
  const [outcome] = await Promise.allSettled([look()]);
  if (outcome.status === 'fulfilled' && outcome.value.length === 0) return [];
  const isStill = before % 2 === 0 && (await sequenceOf(pool)) === before;
  if (!isStill) return publication.hold(look);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
