import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { createDatabase, type TestDatabase } from '../../test/fixture/database.js';
import { createPool } from '../platform/postgres/pool.js';
import { NodeHostReader } from '../records/coverage/node-host.reader.js';
import { noteNodeHosts } from './note-node-hosts.js';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createDatabase({ migrated: true });
  pool = createPool(database.url);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('keeps the host of a node once, without user, password, port, path and query', async () => {
  const url = 'https://user:secret@b.example:8545/v2/secret?key=secret';
  await noteNodeHosts(pool, [url, 'http://a.example/secret', url]);
  await noteNodeHosts(pool, ['https://9f8e7d6c5b4a39281706f5e4d3c2b1a0.c.example']);
  await pool.query("UPDATE node_host SET first = '2026-01-02T23:59:00Z', last = '2026-01-02T23:59:00Z'");
  await noteNodeHosts(pool, [url]);
  const [a, b, c] = await new NodeHostReader(pool).all();
  expect(a).toEqual({ host: 'a.example', first: '2026-01-02', last: '2026-01-02' });
  expect(b).toMatchObject({ host: 'b.example', first: '2026-01-02' });
  expect(c).toMatchObject({ host: '….c.example' });
  expect(b!.last > '2026-01-02').toBe(true);
});
