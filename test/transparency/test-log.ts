import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { createPool } from '../../src/platform/postgres/pool.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { verifierKey } from '../../src/tlog/note-key.js';
import { appendEntries } from '../../src/transparency/append-entries.js';
import { LogReader, type StoredCheckpoint } from '../../src/transparency/log.reader.js';
import { LogKey } from '../../src/transparency/log-key.js';
import { signCheckpoint } from '../../src/transparency/sign-checkpoint.js';
import { startService, type TestService } from '../e2e/fixture/service.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';

const ORIGIN = 'example.com/log';
const AT_ONCE = 10_000;

/** A log in its own database, which the service serves over HTTP. */
export class TestLog {
  private constructor(
    private readonly database: TestDatabase,
    private readonly service: TestService,
    readonly pool: Pool,
    readonly key: LogKey,
    readonly directory: string,
  ) {}

  /** @param like a log with whose key the new one signs, without its record of signed checkpoints */
  static async start(like?: TestLog): Promise<TestLog> {
    const database = await createDatabase({ migrated: true });
    const pool = createPool(database.url);
    const directory = mkdtempSync(join(tmpdir(), 'chainproof-log-'));
    if (like) copyFileSync(join(like.directory, 'log.key'), join(directory, 'log.key'));
    const key = LogKey.at(directory, ORIGIN);
    const log = { reader: new LogReader(pool), verifierKeys: key.signers.map(verifierKey) };
    const service = await startService({ pool, firstBlock: 0, log });
    return new TestLog(database, service, pool, key, directory);
  }

  get databaseUrl(): string {
    return this.database.url;
  }

  get reader(): LogReader {
    return new LogReader(this.pool);
  }

  get url(): string {
    return `${this.service.baseUrl}/log`;
  }

  get verifierKey(): string {
    return verifierKey(this.key.signer);
  }

  async append(entries: readonly Buffer[]): Promise<StoredCheckpoint> {
    for (let at = 0; at < entries.length; at += AT_ONCE)
      await inTransaction(this.pool, (tx) => appendEntries(tx, entries.slice(at, at + AT_ONCE)));
    return signCheckpoint(this.pool, this.key);
  }

  async stop(): Promise<void> {
    await this.service.close();
    await this.pool.end();
    await this.database.drop();
    rmSync(this.directory, { recursive: true });
  }
}
