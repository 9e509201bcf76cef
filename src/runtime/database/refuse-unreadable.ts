import type { Pool } from 'pg';
import { unreadableBundles } from '../../event-store/unreadable-bundles.js';

/** Throws an error with instructions where this Node.js cannot read the stored blocks. Changes nothing, and needs no migration. */
export async function refuseUnreadable(pool: Pool): Promise<void> {
  const why = await unreadableBundles(pool);
  if (why !== undefined) throw new Error(why);
}
