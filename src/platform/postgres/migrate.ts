import { QueryRunnerAlreadyReleasedError } from 'typeorm';
import { createDataSource } from './data-source.js';

/** Any unused number: two processes that migrate at once take turns. */
const MIGRATION_LOCK = 0x636870726f6f66n;

/**
 * Applies the migrations this database does not have yet, each in a transaction of its own; returns their names.
 * @throws QueryFailedError of the first that fails, Error where the connection is lost between two statements;
 *   those before it stay applied.
 */
export async function migrate(url: string, directory?: URL): Promise<string[]> {
  const dataSource = await createDataSource(url, directory);
  await dataSource.initialize();
  try {
    // A session lock on a connection of its own; closing the data source releases it whatever happens.
    const lock = dataSource.createQueryRunner();
    await lock.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`);
    const applied = await dataSource.runMigrations();
    await lock.release();
    return applied.map((migration) => migration.name);
  } catch (error) {
    if (!(error instanceof QueryRunnerAlreadyReleasedError)) throw error;
    throw new Error(
      'the connection to the database was lost while it was migrated: start again once it answers',
    );
  } finally {
    await dataSource.destroy();
  }
}
