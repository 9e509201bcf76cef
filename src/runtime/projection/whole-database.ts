import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { areViewChangesLeft } from '../../engine/store/view-results.js';
import { readersBehind } from '../../event-store/readers-behind.js';
import { isLeaseHeld } from '../../event-store/writer-lease.js';
import { Config } from '../../platform/config/config.js';
import { Database } from '../database/database.js';
import { chainKind } from '../settings/chain-kind.js';
import { logReaders } from './projectors.js';

/** The database for commands that print what is proven. */
@Injectable()
export class WholeDatabase {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
  ) {}

  /** @throws Error while rows are rebuilt, and after an interrupted rebuild, because rows are missing */
  async open(): Promise<Pool> {
    const { pool } = await this.database.open('expect');
    const readers = logReaders(chainKind(this.config), await isLeaseHeld(pool));
    const behind = await readersBehind(pool, readers);
    // A rebuild of tracked calls is complete only with the claims over them.
    if (behind.length === 0 && (await areViewChangesLeft(pool))) behind.push('evaluation');
    if (behind.length > 0)
      throw new Error(
        `behind the chain log: ${behind.join(', ')}: being rebuilt, or a rebuild was interrupted: rebuild again, or start the service`,
      );
    return pool;
  }
}
