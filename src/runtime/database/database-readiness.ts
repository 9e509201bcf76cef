import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { ReadinessCheck } from '../../api/operation/readiness-checks.js';
import { knownState } from '../../platform/postgres/migration-state.js';

/** The database answers, and has the schema of this program: no newer version has migrated it, and no older backup was restored. */
@Injectable()
export class DatabaseReadiness implements ReadinessCheck {
  readonly name = 'database';

  constructor(private readonly pool: Pool) {}

  async check(): Promise<void> {
    const { missing } = await knownState(this.pool);
    if (missing.length > 0)
      throw new Error(
        `the database is being restored, or is of an older version, without ${missing.join(', ')}: restart the writer then`,
      );
  }
}
