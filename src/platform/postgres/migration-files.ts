import { readdir } from 'node:fs/promises';

/** Where the built migrations are. */
export const MIGRATIONS = new URL('../../../migrations/postgres/', import.meta.url);

/** The names of the built `<timestamp>-<verb>-<noun>.js` files, oldest first. */
export async function migrationFiles(directory: URL): Promise<string[]> {
  return (await readdir(directory)).filter((name) => /^\d+-[a-z0-9-]+\.js$/.test(name)).sort();
}

/** The name of the migration in a file: `CreateEngine1795305600005` for `1795305600005-create-engine.js`. */
export function migrationName(file: string): string {
  const [timestamp, ...words] = file.slice(0, -'.js'.length).split('-');
  return `${words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')}${timestamp}`;
}
