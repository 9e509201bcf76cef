import type { Pool, PoolClient } from 'pg';
import { publicationOf } from '../publication.js';
import { inTransaction } from '../transaction.js';

/** What `read` gives in one snapshot. Each node of a cluster has a snapshot of its own, so writers wait meanwhile. */
export function inWholeSnapshot<T>(pool: Pool, read: (tx: PoolClient) => Promise<T>): Promise<T> {
  const look = (): Promise<T> => inTransaction(pool, read, { isolation: 'repeatable read' });
  return publicationOf(pool)?.hold(look) ?? look();
}
