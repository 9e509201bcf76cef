import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { WriterLease } from '../../event-store/writer-lease.js';
import { Config } from '../../platform/config/config.js';
import { takeServiceLock } from '../directory/service-lock.js';
import { StartedParts } from '../lifecycle/started-parts.js';
import { Database } from './database.js';

/** No writer of this directory is left, and one elsewhere may stay for long: so waiting longer does not help. */
const LEASE_WAIT_MS = 1_000;

/**
 * The database for work that leaves half-done tables meanwhile: no service of this directory may answer, even
 * if it writes nothing.
 */
@Injectable()
export class ExclusiveDatabase {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly parts: StartedParts,
  ) {}

  /** Excludes services until the process's parts are stopped. Throws at once where one runs. */
  async open(): Promise<Pool> {
    this.parts.add(await takeServiceLock(this.config));
    return (await this.database.open('apply')).pool;
  }

  /** Runs work that writes to the chain log or folds it. */
  async write<T>(work: (pool: Pool, lease: WriterLease) => Promise<T>): Promise<T> {
    const pool = await this.open();
    const lease = await WriterLease.take(pool, LEASE_WAIT_MS);
    try {
      return await work(pool, lease);
    } finally {
      lease.release();
    }
  }
}
