import type { MigrationInterface, QueryRunner } from 'typeorm';

const WALKED = `change.block_number <= coalesce((SELECT min(block_number) FROM transfer WHERE token = token_address), change.block_number)`;
const FOUND = `NOT EXISTS (
           SELECT 1 FROM token_activity activity
           WHERE hashbytea(activity.token) = hashbytea(token_address) AND activity.token = token_address AND activity.transfers > 0
             AND activity.block_number < change.block_number
         )`;

/** Transfers before the code of a token are looked for by its hash: without it, all that came before its first one were read. */
export class FindFirstTransfers1795824200000 implements MigrationInterface {
  readonly name = 'FindFirstTransfers1795824200000';

  up(runner: QueryRunner): Promise<void> {
    return rewrite(runner, WALKED, FOUND);
  }

  down(runner: QueryRunner): Promise<void> {
    return rewrite(runner, FOUND, WALKED);
  }
}

async function rewrite(runner: QueryRunner, before: string, after: string): Promise<void> {
  const [{ definition }] = await runner.query(
    `SELECT pg_get_functiondef('whole_token'::regproc) AS definition`,
  );
  if (!definition.includes(before)) throw new Error('whole_token is not as it was');
  await runner.query(definition.replace(before, () => after));
}
