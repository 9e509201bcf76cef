import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import neo4j, { type ProfiledPlan } from 'neo4j-driver';
import { Registry } from 'prom-client';
import { startEmbeddedNeo4j } from '../src/platform/neo4j/embedded/start-embedded-neo4j.js';
import { GraphDatabase } from '../src/platform/neo4j/graph-database.js';
import { migrate } from '../src/platform/postgres/migrate.js';
import { createPool } from '../src/platform/postgres/pool.js';
import { FollowedEvents } from '../src/projection/graph/followed-events.js';
import { GraphProjector } from '../src/projection/graph/graph-projector.js';
import type { GraphStore } from '../src/projection/graph/graph-store.reader.js';
import { Neo4jGraphStore } from '../src/projection/graph/neo4j-graph-store.js';
import { PostgresGraphStore } from '../src/projection/graph/postgres-graph-store.js';
import { relationPage } from '../src/projection/graph/relation-page.js';
import { startBenchDatabase } from './bench-database.js';
import { CHILDREN, FACTORY, fillGraph } from './graph-fill.js';

/** Claims that are not there at first, and then come by events. */
const BY_EVENTS = 50_000;
const PAGE = 51;
const WARM_UP = 500;
const PAGES = 2_000;
/** Most that a page may take at the 99th percentile, in ms. */
const PAGE_MS = 50;

const directory = join(resolve('.cache'), 'bench-neo4j');
rmSync(directory, { recursive: true, force: true });
const database = await startBenchDatabase();
const url = await database.fresh('bench_graph');
await migrate(url);
const pool = createPool(url, { statementTimeoutMs: 0 });
const server = await startEmbeddedNeo4j(directory);
const graph = new GraphDatabase(server, new Registry());
try {
  const { addLast } = await fillGraph(pool, BY_EVENTS);
  const projector = new GraphProjector(pool, graph);
  const claims = 2 * (CHILDREN - BY_EVENTS);
  rate('from nothing', claims, await seconds(async () => void (await settle(projector))));
  const events = await addLast();
  rate('by events', events, await seconds(async () => void (await settle(projector))));

  const inPostgres = new PostgresGraphStore(pool);
  await walkedPlan(projector);
  const inNeo4j = await latency('Neo4j', new Neo4jGraphStore(graph, inPostgres, new FollowedEvents(pool)));
  await latency('PostgreSQL', inPostgres);
  console.log(`${inNeo4j < PAGE_MS ? 'met   ' : 'missed'} a page from Neo4j within ${PAGE_MS} ms at p99`);
} finally {
  await graph.close();
  await server.stop();
  await pool.end();
  await database.drop('bench_graph');
  await database.stop();
}

async function settle(projector: GraphProjector): Promise<void> {
  while (await projector.step());
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}

function rate(how: string, claims: number, took: number): void {
  console.log(`projected ${how}: ${claims} claims in ${took.toFixed(1)} s, ${Math.round(claims / took)}/s`);
}

/** Pages of the factory's children, at random places. */
async function latency(name: string, store: GraphStore): Promise<number> {
  const took: number[] = [];
  for (let page = 0; page < WARM_UP + PAGES; page++) {
    const counterpart = `0x${Math.floor(Math.random() * 0xffffffff)
      .toString(16)
      .padStart(8, '0')}${'00'.repeat(16)}`;
    const started = performance.now();
    await store.relationsOf(FACTORY, 'object', { id: 'relation:created_by', counterpart }, PAGE);
    if (page >= WARM_UP) took.push(performance.now() - started);
  }
  took.sort((a, b) => a - b);
  const at = (share: number): number => took[Math.floor(share * PAGES)]!;
  console.log(
    `a page of ${PAGE} of ${CHILDREN} children from ${name}: p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms`,
  );
  return at(0.99);
}

/** Prints what Neo4j did for a page, and how many rows it looked at. */
async function walkedPlan(projector: GraphProjector): Promise<void> {
  const { scope } = (await projector.checkpoint())!;
  const after = { id: 'relation:created_by', counterpart: `0x80${'00'.repeat(19)}` };
  const { text, parameters } = relationPage(scope.relation, FACTORY, 'object', after, PAGE);
  const driver = neo4j.driver(server.uri, undefined, { disableLosslessIntegers: true });
  const session = driver.session();
  try {
    const { summary } = await session.run(text.replace('CYPHER replan=skip', 'PROFILE'), {
      ...parameters,
      ...Object.fromEntries(
        Object.entries(parameters ?? {}).flatMap(([name, one]) =>
          typeof one === 'number' ? [[name, neo4j.int(one)]] : [],
        ),
      ),
    });
    const operators = new Map<string, { times: number; rows: number; hits: number }>();
    const visit = (plan: ProfiledPlan): void => {
      const known = operators.get(plan.operatorType) ?? { times: 0, rows: 0, hits: 0 };
      operators.set(plan.operatorType, {
        times: known.times + 1,
        rows: known.rows + plan.rows,
        hits: known.hits + plan.dbHits,
      });
      for (const child of plan.children) visit(child);
    };
    if (summary.profile) visit(summary.profile);
    console.table(Object.fromEntries(operators));
  } finally {
    await session.close();
    await driver.close();
  }
}
