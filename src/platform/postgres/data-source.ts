import { DataSource, type MigrationInterface } from 'typeorm';
import { endWithClient } from './end-with-client.js';
import { MIGRATIONS, migrationFiles } from './migration-files.js';

/**
 * A migration may take any time, whatever limit the server sets for its users; the session that holds the
 * lock is silent meanwhile.
 */
const UNLIMITED = [
  ...['statement_timeout', 'transaction_timeout', 'lock_timeout'],
  ...['idle_session_timeout', 'idle_in_transaction_session_timeout'],
]
  .map((limit) => `-c ${limit}=0`)
  .join(' ');

type MigrationClass = new () => MigrationInterface;

/** The TypeORM data source: it applies migrations and never derives a schema by itself. To be initialized by the caller. */
export async function createDataSource(url: string, directory: URL = MIGRATIONS): Promise<DataSource> {
  return new DataSource({
    type: 'postgres',
    url,
    applicationName: 'chainproof-migrations',
    synchronize: false,
    migrationsTableName: 'migration',
    migrationsTransactionMode: 'each',
    migrations: await loadMigrations(directory),
    extra: { max: 2, options: UNLIMITED, onConnect: endWithClient },
  });
}

/** The classes of the built migrations, oldest first. */
async function loadMigrations(directory: URL): Promise<MigrationClass[]> {
  const classes = await Promise.all(
    (await migrationFiles(directory)).map(async (name) =>
      Object.values((await import(new URL(name, directory).href)) as object),
    ),
  );
  return classes.flat() as MigrationClass[];
}
