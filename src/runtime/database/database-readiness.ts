import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { ReadinessCheck } from '../../api/operation/readiness-checks.js';

@Injectable()
export class DatabaseReadiness implements ReadinessCheck {
  readonly name = 'database';

  constructor(private readonly pool: Pool) {}

  check(): Promise<unknown> {
    return this.pool.query('SELECT 1');
  }
}
