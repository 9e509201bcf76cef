import { join, resolve } from 'node:path';
import { migrate } from '../src/platform/postgres/migrate.js';
import { createPool } from '../src/platform/postgres/pool.js';
import { dropReadIndexes, restoreReadIndexes } from '../src/platform/postgres/read-indexes.js';
import { NamePass } from '../src/projection/name/name-pass.js';
import { nameRegistries } from '../src/runtime/name/name-registries.js';
import { startBenchDatabase } from './bench-database.js';
import { quantile } from './quantile.js';
import { type Server, startServer } from './read-child.js';
import { load } from './read-load.js';
import { recordPlan } from './read-plan.js';
import { fillNames, TOKENS } from './resolve-fill.js';
import { measuredTexts } from './resolve-targets.js';

/** Most that an answer may take at the 99th percentile, in ms. */
const ANSWER_MS = 100;
const NAME = 'bench_resolve';
const PLAN = join(resolve('.cache'), 'bench-resolve-plan.json');
const WARM_UP = target('warm up');

const rounded = (value: number): number => Number(value.toFixed(2));

const database = await startBenchDatabase();
const url = await database.fresh(NAME);
await migrate(url);
const pool = createPool(url, { statementTimeoutMs: 0 });
const servers: Server[] = [];
try {
  await dropReadIndexes(pool);
  await fillNames(pool);
  const pass = new NamePass(pool, nameRegistries({ isDemo: false }));
  const texts = await timed('texts brought in', () => pass.run());
  await timed('indexes built', () => restoreReadIndexes(pool));
  await pool.query('VACUUM ANALYZE name_text, name_pair');
  await timed('gone through again', () => pass.run());
  const { rows } = await pool.query<{ bytes: string }>(
    "SELECT pg_size_pretty(pg_total_relation_size('name_text') + pg_total_relation_size('name_pair')) AS bytes",
  );
  console.log(`${TOKENS} tokens, ${texts} texts, ${rows[0]!.bytes} with indexes\n`);

  const measured = await measuredTexts(pool);
  await recordPlan(pool, [WARM_UP, ...measured.flatMap(({ texts: asked }) => asked.map(target))], PLAN);
  servers.push(await startServer('read-service.js', { databaseUrl: url }));
  servers.push(await startServer('http-bare.js', { databaseUrl: url, plan: PLAN }));
  const [service, bare] = servers as [Server, Server];
  // Compiled code and prepared statements on either side.
  for (const { origin } of servers) await load(origin, [WARM_UP], 400);
  const figures = [];
  for (const { name, texts: asked } of measured) {
    const targets = asked.map(target);
    const ask = (server: Server): Promise<number[]> => load(server.origin, targets, targets.length);
    const [first, limit, again] = [await ask(service), await ask(bare), await ask(service)];
    const p99 = quantile(first, 0.99);
    figures.push({
      texts: name,
      'p50 ms': rounded(quantile(first, 0.5)),
      'p99 ms': rounded(p99),
      'bare p50': rounded(quantile(limit, 0.5)),
      'bare p99': rounded(quantile(limit, 0.99)),
      ratio: rounded(quantile(first, 0.5) / quantile(limit, 0.5)),
      'kept p50': rounded(quantile(again, 0.5)),
      verdict: p99 <= ANSWER_MS ? 'met' : 'missed',
    });
    console.log(JSON.stringify(figures.at(-1)));
  }
  console.table(figures);
} finally {
  for (const server of servers) await server.stop();
  await pool.end();
  await database.drop(NAME);
  await database.stop();
}

function target(text: string): string {
  return `/api/v1/chains/1/resolve?q=${encodeURIComponent(text)}`;
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  console.log(`${what} in ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  return result;
}
