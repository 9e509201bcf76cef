import { join, resolve } from 'node:path';
import { createPool } from '../src/platform/postgres/pool.js';
import { median, quantile } from './quantile.js';
import { READ_POOL, type Server, startServer } from './read-child.js';
import { load } from './read-load.js';
import { recordPlan } from './read-plan.js';
import { startReadStore } from './read-store.js';
import { MEASURED_STORES, type MeasuredStore } from './read-stores.js';
import { type MeasuredMethod, withNextPages } from './read-targets.js';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 400);
/**
 * Requests to each server before it is measured: a service runs for months, and compiles its code in its
 * first seconds.
 */
const FIRST_REQUESTS = Number(process.env.BENCH_FIRST_REQUESTS ?? 20_000);
/** Slow answers, as large portfolios, are asked less often: for so long each time. */
const FIRST_SECONDS = 20;
const ROUND_SECONDS = 10;
/** Processor time of a request at most, as a multiple of bare Fastify with the same queries and bytes. */
const LIMIT = 1.3;
const PLAN = join(resolve('.cache'), 'bench-read-plan.json');

/** A round of requests: the milliseconds of each answer, and the processor time of one in microseconds. */
async function round(server: Server, targets: readonly string[]) {
  const before = await server.cpuSeconds();
  const times = await load(server.origin, targets, REQUESTS, { seconds: ROUND_SECONDS });
  return { times, cpu: (((await server.cpuSeconds()) - before) * 1e6) / times.length };
}

async function measure({ name, targets }: MeasuredMethod, service: Server, bare: Server) {
  // Compiled code, prepared statements and cached pages on either side.
  for (const { origin } of [service, bare])
    await load(origin, targets, FIRST_REQUESTS, { seconds: FIRST_SECONDS });
  const times: number[] = [];
  const cpu: { service: number; bare: number }[] = [];
  for (let at = 0; at < ROUNDS; at++) {
    const ofService = await round(service, targets);
    const ofBare = await round(bare, targets);
    times.push(...ofService.times);
    cpu.push({ service: ofService.cpu, bare: ofBare.cpu });
  }
  const ratio = median(cpu.map((each) => each.service / each.bare));
  return {
    method: name,
    'p50 ms': Number(quantile(times, 0.5).toFixed(1)),
    'p99 ms': Number(quantile(times, 0.99).toFixed(1)),
    'CPU µs': Math.round(median(cpu.map((each) => each.service))),
    'bare µs': Math.round(median(cpu.map((each) => each.bare))),
    ratio: Number(ratio.toFixed(2)),
    'at most': LIMIT,
    verdict: ratio <= LIMIT ? 'met' : 'missed',
  };
}

async function measureStore({ recipe, methodsOf, rows }: MeasuredStore, chosen: readonly string[]) {
  const store = await startReadStore(recipe);
  const pool = createPool(store.url, READ_POOL);
  const servers: Server[] = [];
  const figures = [];
  try {
    const service = await startServer('read-service.js', { databaseUrl: store.url });
    servers.push(service);
    const methods: MeasuredMethod[] = [];
    for (const method of await methodsOf(pool)) {
      if (chosen.length === 0 || chosen.includes(method.name))
        methods.push(await withNextPages(service.origin, method));
    }
    await recordPlan(
      pool,
      methods.flatMap(({ targets }) => targets),
      PLAN,
    );
    servers.push(await startServer('http-bare.js', { databaseUrl: store.url, plan: PLAN }));
    const { rows: counted } = await pool.query<{ rows: number }>(`SELECT count(*) AS rows FROM ${rows}`);
    console.log(
      `${counted[0]!.rows} rows of ${rows}; ${ROUNDS} rounds of ${REQUESTS} requests, 4 under way at a time\n`,
    );
    for (const method of methods) {
      figures.push(await measure(method, servers[0]!, servers[1]!));
      console.log(JSON.stringify(figures.at(-1)));
    }
  } finally {
    for (const server of servers) await server.stop();
    await pool.end();
    await store.stop();
  }
  return figures;
}

const names = process.argv.slice(2);
const named = MEASURED_STORES.filter(({ name }) => names.includes(name));
const methods = names.filter((name) => !named.some((store) => store.name === name));
const figures = [];
for (const store of named.length > 0 ? named : MEASURED_STORES)
  figures.push(...(await measureStore(store, methods)));
console.table(figures);
