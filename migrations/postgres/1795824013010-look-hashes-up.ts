import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Transactions and proofs are found by a B-tree of eight bytes of their hash, which is built full; the buckets of a hash index are two thirds
 * full, at sizes of a power of two.
 */
export class LookHashesUp1795824013010 implements MigrationInterface {
  readonly name = 'LookHashesUp1795824013010';

  async up(runner: QueryRunner): Promise<void> {
    for (const { index, table, column, of, name, as } of LOOKUPS) {
      await replace(runner, index, `${table} USING btree (hashbyteaextended(${column}, 0))`);
      await rewrite(runner, name, as, `${hashed(as, of)} AND ${as}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { index, table, column, of, name, as } of LOOKUPS) {
      await rewrite(runner, name, `${hashed(as, of)} AND ${as}`, as);
      await replace(runner, index, `${table} USING hash (${column})`);
    }
  }
}

/** Indexes, and the comparison of the function that reads each. */
const LOOKUPS = [
  {
    index: 'transaction_hash',
    table: 'transaction',
    column: 'hash',
    ...{ name: 'transaction_by_hash', of: 'of_hash', as: 'hash = of_hash' },
  },
  {
    index: 'proof_segment_by_hash',
    table: 'proof_segment',
    column: 'proof_hash',
    ...{ name: 'proof_by_hash', of: 'hash', as: 'segment.proof_hash = hash' },
  },
];

function hashed(comparison: string, of: string): string {
  const [column] = comparison.split(' = ');
  return `hashbyteaextended(${column}, 0) = hashbyteaextended(${of}, 0)`;
}

/** An index that a fill dropped is built as its definition says. */
async function replace(runner: QueryRunner, name: string, on: string): Promise<void> {
  const deferred = (await runner.query('SELECT FROM deferred_index WHERE name = $1', [name])) as unknown[];
  const definition = `CREATE INDEX ${name} ON ${on}`;
  if (deferred.length > 0) {
    await runner.query('UPDATE deferred_index SET definition = $2 WHERE name = $1', [name, definition]);
  } else {
    await runner.query(`DROP INDEX ${name}`);
    await runner.query(definition);
  }
}

async function rewrite(runner: QueryRunner, name: string, before: string, after: string): Promise<void> {
  const [{ definition }] = await runner.query('SELECT pg_get_functiondef($1::regproc) AS definition', [name]);
  if (!definition.includes(before)) throw new Error(`${name} is not as it was`);
  await runner.query(definition.replace(before, () => after));
}
