import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { readConfig } from '../../src/platform/config/config.js';
import { createLogger } from '../../src/platform/log/logger.js';
import { GraphDatabase } from '../../src/platform/neo4j/graph-database.js';
import { readPidFile } from '../../src/platform/process/pid-file.js';
import { FollowedEvents } from '../../src/projection/graph/followed-events.js';
import { Neo4jGraphStore } from '../../src/projection/graph/neo4j-graph-store.js';
import { PostgresGraphStore } from '../../src/projection/graph/postgres-graph-store.js';
import { type RunningService, startService } from '../../src/runtime/service.js';
import { bounded } from '../bounded.js';
import { distinctBlocks, sampleBlocks } from '../conformance/sample-blocks.js';
import { sampleAddresses } from '../conformance/sample-claims.js';
import { ServiceClient } from '../conformance/service-client.js';
import { describeWithNeo4j } from '../fixture/test-neo4j.js';
import { askShared } from '../shared/ask-shared.js';
import { type CopiedDemo, copyDemo, type DemoTemplate } from '../shared/copy-demo.js';
import { ask, type Reply } from './fixture/ask.js';
import { until } from './fixture/command.js';
import { startService as startApi, type TestService } from './fixture/service.js';

const CHAIN = '/api/v1/chains/1';
/** Most pages to read of a list with one row on each page; longer lists have hundreds. */
const MOST_PAGES = bounded(12, Number.POSITIVE_INFINITY);

/** Paths of questions that the graph answers, with one row on each page of a list. */
function questionsOf(addresses: readonly string[]): string[] {
  const paths = addresses.map((address) => `${CHAIN}/addresses/${address}`);
  return [
    ...paths.map((path) => `${path}/attributes`),
    ...paths.map((path) => `${path}/attributes/page?limit=2`),
    ...paths.flatMap((path) =>
      ['subject', 'object'].flatMap((direction) =>
        [1, 50].map((limit) => `${path}/relations?direction=${direction}&limit=${limit}`),
      ),
    ),
  ];
}

async function addressesOf(client: ServiceClient): Promise<readonly string[]> {
  const blocks = await sampleBlocks(client);
  return sampleAddresses(client, [...distinctBlocks(blocks), ...blocks]);
}

describeWithNeo4j('a service that serves its graph from Neo4j', () => {
  let demo: CopiedDemo;
  let service: RunningService;
  beforeAll(async () => {
    demo = await copyDemo(await askShared<DemoTemplate>('demoTemplate'));
    const environment = {
      ...{ DATA_DIR: demo.directory, DATABASE_URL: demo.databaseUrl, NEO4J: 'embedded' },
      ...{ PORT: '0', LOG_LEVEL: 'error', ACCESS: 'open' },
      // No cache, so that every question reaches the graph.
      CACHE_MB: '0',
    };
    service = await startService(readConfig(environment), createLogger('error'));
    await service.demo!.pauseLife();
    await service.caughtUp();
  });
  afterAll(async () => {
    await service?.stop();
    await demo?.drop();
  });

  const get = (path: string): Promise<Reply> => ask(service.url, path);
  const queries = async (): Promise<number> =>
    Number(/chainproof_neo4j_queries_total\{access="read"\} (\d+)/.exec((await get('/metrics')).text)?.[1]);

  it('answers as PostgreSQL does, byte for byte and to the last page', async () => {
    const { pool } = service.database;
    const graph = new GraphDatabase({ uri: service.graphUri! }, new Registry());
    const { firstBlock } = service.demo!;
    const apis: TestService[] = [];
    try {
      const inPostgres = new PostgresGraphStore(pool);
      for (const store of [new Neo4jGraphStore(graph, inPostgres, new FollowedEvents(pool)), inPostgres])
        apis.push(await startApi({ pool, firstBlock, graph: store }));
      // Samples are collected from PostgreSQL, which is faster.
      const all = questionsOf(await addressesOf(new ServiceClient(apis[1]!.baseUrl)));
      const samples = all.filter((_, index) => index % bounded(17, 1) === 0);
      // A factory, whose children fill several pages.
      samples.push(
        `${CHAIN}/addresses/${service.demo!.manifest.address('nursery')}/relations?direction=object&limit=2`,
      );
      let pages = 0;
      for (const question of samples) {
        const most = question.endsWith('limit=1') ? MOST_PAGES : Number.POSITIVE_INFINITY;
        let cursor = '';
        for (let page = 0; page < most; page++) {
          const [fromNeo4j, fromPostgres] = await Promise.all(
            apis.map(({ baseUrl }) => answered(baseUrl, `${question}${cursor}`)),
          );
          expect(fromNeo4j!.status).toBe(200);
          expect(dataOf(fromNeo4j!)).toBe(dataOf(fromPostgres!));
          expect(fromNeo4j!.json.meta.asOfBlock).toBe(fromPostgres!.json.meta.asOfBlock);
          pages++;
          const { nextCursor } = fromNeo4j!.json.data;
          if (nextCursor === undefined) break;
          cursor = `&cursor=${nextCursor}`;
        }
      }
      // Some lists have further pages.
      expect(pages).toBeGreaterThan(samples.length);
    } finally {
      for (const api of apis) await api.close();
      await graph.close();
    }
  });

  it('asks Neo4j, and counts the queries in the metrics', async () => {
    const before = await queries();
    const address = service.demo!.manifest.address('nursery');
    await get(`${CHAIN}/addresses/${address}/relations?direction=object`);
    expect(await queries()).toBeGreaterThan(before);
  });

  it('refuses only questions for Neo4j while it is down, and catches up when it is back', async () => {
    const address = service.demo!.manifest.address('nursery').toLowerCase();
    const ofGraph = ['attributes', 'attributes/page', 'relations', 'relations?direction=object'];
    const others = ['attributes/history', 'relations/history', 'transactions', ''];
    const status = async (path: string) =>
      (await get(`${CHAIN}/addresses/${address}/${path}`.replace(/\/$/, ''))).status;
    const height = service.demo!.height();
    const noted = () => readPidFile(join(demo.directory, 'demo', 'neo4j', 'neo4j.pid'))?.pid;
    const killed = noted()!;
    process.kill(killed, 'SIGKILL');
    await until(() => ![undefined, killed].includes(noted()), 'the next Neo4j to be started');
    const next = noted()!;
    // Keeps the new process from answering before everything was asked.
    process.kill(next, 'SIGSTOP');
    try {
      await until(async () => (await status('relations')) === 503, 'the graph to be away');
      for (const path of ofGraph) expect([path, await status(path)]).toEqual([path, 503]);
      for (const path of others) expect([path, await status(path)]).toEqual([path, 200]);
      expect((await get('/ready')).status).toBe(503);
      expect((await get('/health')).status).toBe(200);
    } finally {
      process.kill(next, 'SIGCONT');
    }

    service.demo!.startLife();
    await until(() => service.demo!.height() > height, 'a block');
    await service.demo!.pauseLife();
    await until(async () => (await get('/ready')).status === 200, 'the graph to be back');
    await service.caughtUp();
    const { meta } = (await answered(service.url, `${CHAIN}/addresses/${address}/relations?direction=object`))
      .json;
    expect(meta.asOfBlock).toBe(service.demo!.height());
    for (const path of ofGraph)
      expect((await answered(service.url, `${CHAIN}/addresses/${address}/${path}`)).status).toBe(200);
  });
});

/** Repeats a 503, as the first reads of a cold Neo4j may time out. */
async function answered(baseUrl: string, path: string): Promise<Reply> {
  let reply: Reply;
  await until(async () => {
    reply = await ask(baseUrl, path);
    return reply.status !== 503;
  }, 'an answer');
  return reply!;
}

/** The text of `data` as it was sent. */
function dataOf({ text }: Reply): string {
  return text.slice(0, text.lastIndexOf(',"meta":'));
}
