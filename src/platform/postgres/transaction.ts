import type { Pool, PoolClient } from 'pg';
import { publicationOf } from './publication.js';

export type Isolation = 'read committed' | 'repeatable read' | 'serializable';

/**
 * Runs `work` in one transaction on one connection: commits when it returns, rolls back when it throws, and gives what
 * it returned or threw. Nothing is retried. Where several nodes have the rows, the commit is published.
 */
export async function inTransaction<T>(
  pool: Pool,
  work: (tx: PoolClient) => Promise<T>,
  { isolation = 'read committed' }: { readonly isolation?: Isolation } = {},
): Promise<T> {
  const tx = await pool.connect();
  let broken: Error | undefined;
  // A lent connection that dies between two queries emits an event that would end the process if nobody
  // handled it. The next query fails by itself.
  const noteBroken = (error: Error) => {
    broken = error;
  };
  tx.on('error', noteBroken);
  try {
    await tx.query(`BEGIN ISOLATION LEVEL ${isolation}`);
    const result = await work(tx);
    await commit(pool, tx, isolation);
    return result;
  } catch (error) {
    await tx.query('ROLLBACK').catch(noteBroken);
    throw error;
  } finally {
    tx.removeListener('error', noteBroken);
    // A connection that could not even roll back is closed instead of lent out again.
    tx.release(broken);
  }
}

async function commit(pool: Pool, tx: PoolClient, isolation: Isolation): Promise<void> {
  const publication = isolation === 'read committed' ? publicationOf(pool) : undefined;
  if (publication === undefined) await tx.query('COMMIT');
  else await publication.publish(() => commitOnNodes(tx));
}

/**
 * A cluster only warns of a node that is lost between the phases of a commit. The node shows the rows when it
 * is back.
 */
async function commitOnNodes(tx: PoolClient): Promise<{ readonly isWhole: boolean }> {
  let isWhole = true;
  const note = ({ severity }: { readonly severity?: string | undefined }): void => {
    if (severity === 'WARNING') isWhole = false;
  };
  tx.on('notice', note);
  await tx.query('COMMIT').finally(() => tx.removeListener('notice', note));
  return { isWhole };
}
