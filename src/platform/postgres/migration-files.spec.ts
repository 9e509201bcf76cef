import { describe, expect, it } from '@jest/globals';
import { MIGRATIONS, migrationFiles, migrationName } from './migration-files.js';

describe('migrationName', () => {
  it('is the name that the migration in the file has for TypeORM', async () => {
    const files = await migrationFiles(MIGRATIONS);
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) {
      const classes = Object.values((await import(new URL(file, MIGRATIONS).href)) as object);
      expect(classes.map((Migration) => new Migration().name)).toEqual([migrationName(file)]);
    }
  });
});
