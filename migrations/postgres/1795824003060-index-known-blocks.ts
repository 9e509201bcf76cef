import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes without the rows that they cannot find: half of all holders only sent or only received. */
export class IndexKnownBlocks1795824003060 implements MigrationInterface {
  readonly name = 'IndexKnownBlocks1795824003060';

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, table, key, column] of INDEXES)
      await replace(runner, name, `${table} (${key}) WHERE ${column} IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, table, key] of INDEXES) await replace(runner, name, `${table} (${key})`);
  }
}

const INDEXES = [
  ['token_holder_sent', 'token_holder', 'token, last_sent', 'last_sent'],
  ['token_holder_received', 'token_holder', 'token, last_received', 'last_received'],
  ['tracked_run_known', 'tracked_run', 'known_by', 'known_by'],
] as const;

/** One that a fill has dropped is built in its new form when the fill ends. */
async function replace(runner: QueryRunner, name: string, on: string): Promise<void> {
  const create = `CREATE INDEX ${name} ON ${on}`;
  const deferred = (await runner.query(
    'UPDATE deferred_index SET definition = $2 WHERE name = $1 RETURNING name',
    [name, create],
  )) as readonly [readonly unknown[], number];
  if (deferred[1] > 0) return;
  await runner.query(`DROP INDEX ${name}`);
  await runner.query(create);
}
