import type { PoolClient } from 'pg';

/** Sets a projector back to the beginning of the log; to be called once its read model is empty. @returns whether it had come further */
export async function rewindCheckpoint(tx: PoolClient, projector: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE checkpoint SET position = 0 WHERE reader = $1 AND position > 0',
    [projector],
  );
  return rowCount === 1;
}
