import type { Pool, PoolClient } from 'pg';

export type Isolation = 'read committed' | 'repeatable read' | 'serializable';

/**
 * Runs `work` in one transaction on one connection: commits when it returns, rolls back when it throws, and gives what
 * it returned or threw. Nothing is retried.
 */
export async function inTransaction<T>(
  pool: Pool,
  work: (tx: PoolClient) => Promise<T>,
  { isolation = 'read committed' }: { readonly isolation?: Isolation } = {},
): Promise<T> {
  const tx = await pool.connect();
  let broken: Error | undefined;
  // A lent connection that dies between two queries emits an event, which would end the process unhandled; the next query fails by itself.
  const noteBroken = (error: Error) => {
    broken = error;
  };
  tx.on('error', noteBroken);
  try {
    await tx.query(`BEGIN ISOLATION LEVEL ${isolation}`);
    const result = await work(tx);
    await tx.query('COMMIT');
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
