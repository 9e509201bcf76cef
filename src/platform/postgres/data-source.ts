import { readdir } from 'node:fs/promises';
import { DataSource, type MigrationInterface } from 'typeorm';

type MigrationClass = new () => MigrationInterface;

const MIGRATIONS = new URL('../../../migrations/postgres/', import.meta.url);

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
    extra: { max: 2 },
  });
}

/** The classes of the built `<timestamp>-<verb>-<noun>.js` files, oldest first. */
async function loadMigrations(directory: URL): Promise<MigrationClass[]> {
  const names = (await readdir(directory)).filter((name) => /^\d+-[a-z0-9-]+\.js$/.test(name)).sort();
  const classes = await Promise.all(
    names.map(async (name) => Object.values((await import(new URL(name, directory).href)) as object)),
  );
  return classes.flat() as MigrationClass[];
}
