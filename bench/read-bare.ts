import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { QueryConfig } from 'pg';
import { createPool } from '../src/platform/postgres/pool.js';
import { READ_POOL, readSettings, serving } from './read-child.js';
import { readPlan } from './read-plan.js';

/** The least that answers: the same queries over the same pool, and their rows as JSON. */
const settings = readSettings();
const pool = createPool(settings.databaseUrl, READ_POOL);
const plan = readPlan(settings.plan!);

async function answer(queries: readonly QueryConfig[], response: ServerResponse): Promise<void> {
  const rows: unknown[] = [];
  for (const query of queries) rows.push((await pool.query(query)).rows);
  const text = JSON.stringify(rows);
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

const server = createServer((request, response) => void answer(plan.get(request.url!)!.queries, response));
server.listen(0, '127.0.0.1', () => serving((server.address() as AddressInfo).port));
