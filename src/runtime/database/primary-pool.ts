import type { Pool } from 'pg';

/** Connections of requests to the database that is written: for keys, limits, payments and requests for state. `Pool` where that is read, too. */
export class PrimaryPool {
  constructor(readonly pool: Pool) {}
}
