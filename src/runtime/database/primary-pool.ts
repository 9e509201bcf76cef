import type { Pool } from 'pg';

/**
 * Connections of requests to the database that is written: for keys, limits, payments and requests for state.
 * The same as `Pool` where no standby is read.
 */
export class PrimaryPool {
  constructor(readonly pool: Pool) {}
}
