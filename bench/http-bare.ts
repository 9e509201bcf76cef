import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { createPool } from '../src/platform/postgres/pool.js';
import { READ_POOL, readSettings, serving } from './read-child.js';
import { readPlan } from './read-plan.js';

/** The least a Fastify service does: the same queries over the same pool, and a record that becomes the same bytes. */
const { databaseUrl, plan: file } = readSettings();
const pool = createPool(databaseUrl, READ_POOL);
const plan = new Map(
  Array.from(readPlan(file!), ([target, { queries, body }]) => {
    const record = JSON.parse(body) as object;
    if (JSON.stringify(record) !== body) throw new Error(`${target} has no such bytes`);
    return [target, { queries, record }] as const;
  }),
);
const app = fastify();
app.get('/*', async ({ url }) => {
  const { queries, record } = plan.get(url)!;
  for (const query of queries) await pool.query(query);
  return record;
});
await app.listen({ port: 0, host: '127.0.0.1' });
serving((app.server.address() as AddressInfo).port);
