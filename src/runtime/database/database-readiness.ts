import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { ReadinessCheck } from '../../api/operation/readiness-checks.js';
import { knownState } from '../../platform/postgres/migration-state.js';

/** The database answers, and no newer version of this program has brought it to a schema of its own. */
@Injectable()
export class DatabaseReadiness implements ReadinessCheck {
  readonly name = 'database';

  constructor(private readonly pool: Pool) {}

  check(): Promise<unknown> {
    return knownState(this.pool);
  }
}
