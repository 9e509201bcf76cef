import type { Pool } from 'pg';
import type { ReadinessCheck } from '../../api/operation/readiness-checks.js';
import { type LogReader, readersBehind } from '../../event-store/readers-behind.js';
import { knownState } from '../../platform/postgres/migration-state.js';

/**
 * The database answers and has the schema of this program: no newer version has migrated it, no older backup
 * was restored, and no rows are being rebuilt.
 */
export class DatabaseReadiness implements ReadinessCheck {
  readonly name = 'database';

  /** @param readers of the log whose rows answers are made from */
  constructor(
    private readonly pool: Pool,
    private readonly readers: readonly LogReader[],
  ) {}

  async check(): Promise<void> {
    const { missing } = await knownState(this.pool);
    if (missing.length > 0)
      throw new Error(
        `the database is being restored, or is of an older version, without ${missing.join(', ')}: restart the writer then`,
      );
    const behind = await readersBehind(this.pool, this.readers);
    if (behind.length > 0)
      throw new Error(
        `behind the chain log: ${behind.join(', ')}: being rebuilt, or a rebuild was interrupted: start a writer, or rebuild again`,
      );
  }
}
