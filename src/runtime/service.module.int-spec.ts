import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Test, type TestingModuleBuilder } from '@nestjs/testing';
import { Pool } from 'pg';
import { createDatabase, type TestDatabase } from '../../test/fixture/database.js';
import { ReadinessChecks } from '../api/operation/readiness-checks.js';
import { Ingester } from '../ingestion/ingester.js';
import { type Config, readConfig } from '../platform/config/config.js';
import { createLogger } from '../platform/log/logger.js';
import { OpenDatabase } from './database/open-database.js';
import { takeServiceLock } from './directory/service-lock.js';
import { OpenGraph } from './graph/open-graph.js';
import { StartedParts } from './lifecycle/started-parts.js';
import { ServiceModule } from './service.module.js';
import { SettingsModule } from './settings/settings.module.js';

let directory: string;
let stored: TestDatabase;
let config: Config;
let parts: StartedParts;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'chainproof-service-module-'));
  stored = await createDatabase({ migrated: true });
  // A node that refuses every connection: the service starts without it.
  const RPC_URLS = 'http://127.0.0.1:9';
  config = readConfig({ DATA_DIR: directory, DATABASE_URL: stored.url, PORT: '0', RPC_URLS });
});
afterAll(async () => {
  await stored.drop();
  rmSync(directory, { recursive: true });
});
beforeEach(() => {
  parts = new StartedParts();
});

function compose(): TestingModuleBuilder {
  const settings = SettingsModule.of({ config, logger: createLogger('silent'), parts });
  return Test.createTestingModule({ imports: [ServiceModule.with(settings)] });
}

it('stops what was started when a later part fails to start', async () => {
  let opened: OpenDatabase | undefined;
  const composed = compose()
    .overrideProvider(OpenGraph)
    .useFactory({
      inject: [OpenDatabase],
      factory: (database: OpenDatabase) => {
        opened = database;
        throw new Error('no Neo4j here');
      },
    });
  await expect(composed.compile()).rejects.toThrow('no Neo4j here');
  await expect(takeServiceLock(config)).rejects.toThrow(`process ${process.pid} already serves`);
  await parts.stop();
  expect(opened!.pool.ended).toBe(true);
  const release = await takeServiceLock(config);
  release();
});

it('starts its workers when it is initialised, and is ready by the checks of its parts', async () => {
  const graph: OpenGraph = {
    store: undefined as never,
    readiness: (lagBlocks) => [{ name: `graph within ${lagBlocks} blocks`, check: async () => undefined }],
    start: () => undefined,
    caughtUp: async () => undefined,
    stop: async () => undefined,
  };
  const service = await compose().overrideProvider(OpenGraph).useValue(graph).compile();
  const ingester = service.get(Ingester, { strict: false });
  expect(ingester.state).toEqual({ stopped: false });
  await service.init();
  const { all } = service.get(ReadinessChecks, { strict: false });
  try {
    while (ingester.state.failure === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(all.map(({ name }) => name)).toEqual(['database', 'chain-head', 'graph within 16 blocks']);
    await expect(all[1]!.check()).rejects.toThrow('no execution node can be used');
  } finally {
    await service.close();
  }
  await expect(all[0]!.check()).rejects.toThrow();
});

it('answers from connections that lose no order of an index, and finds names all the same', async () => {
  const service = await compose().compile();
  const pool = service.get(Pool, { strict: false });
  expect((await pool.query('SHOW enable_bitmapscan')).rows).toEqual([{ enable_bitmapscan: 'off' }]);
  expect((await pool.query('SHOW enable_seqscan')).rows).toEqual([{ enable_seqscan: 'off' }]);
  const { rows } = await pool.query<{ settings: string[] }>(
    `SELECT proconfig AS settings FROM pg_proc WHERE proname = 'texts_with'`,
  );
  expect(rows).toEqual([{ settings: ['enable_bitmapscan=on'] }]);
  await service.close();
  await parts.stop();
});
