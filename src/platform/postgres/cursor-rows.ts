import type { PoolClient } from 'pg';
import { JSON_READY } from './json-ready.js';

const ROWS_AT_ONCE = 10_000;

/** The rows of a query without parameters, in batches. A transaction reads one such query at a time. */
export async function* cursorRows<Row extends object>(tx: PoolClient, query: string): AsyncGenerator<Row> {
  await tx.query(`DECLARE some_rows CURSOR FOR ${query}`);
  for (;;) {
    const { rows } = await tx.query<Row>({ text: `FETCH ${ROWS_AT_ONCE} FROM some_rows`, types: JSON_READY });
    yield* rows;
    if (rows.length === 0) break;
  }
  await tx.query('CLOSE some_rows');
}
