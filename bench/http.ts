import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { OpenAccess } from '../src/api/access/open-access.js';
import { keyStoreOn } from '../test/fixture/key-store.js';
import { startDemoStore } from './demo-store.js';
import { type HttpSettings, secretOf } from './http-settings.js';
import { median, quantile } from './quantile.js';
import { type Server, startServer } from './read-child.js';
import { load } from './read-load.js';
import { recordPlan } from './read-plan.js';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 1_000);
/**
 * Requests to each server before it is measured: a service runs for months, and compiles its code in its
 * first seconds.
 */
const FIRST_REQUESTS = 20_000;
/** Processor time of a request at most, as a multiple of bare Fastify with the same queries and bytes, by whether the answer is made or kept. */
const LIMITS = { made: 1.3, kept: 1 };
const CHAIN = '/api/v1/chains/1';

const demo = await startDemoStore();
const { pool, url: databaseUrl } = demo;
const servers: Server[] = [];
try {
  const settings: HttpSettings = {
    firstBlock: demo.firstBlock,
    keySecret: randomBytes(32).toString('hex'),
    cacheMb: 0,
  };
  const keys = await keyStoreOn(pool, secretOf(settings));
  const terms = { name: 'bench', plan: 'Intelligence', requests: 600_000, windowSeconds: 60 } as const;
  const { key } = await keys.create(terms);
  const targets = await measuredTargets(pool);
  const plan = join(demo.directory, 'plan.json');
  await recordPlan(pool, Object.values(targets), plan, {
    firstBlock: settings.firstBlock,
    access: new OpenAccess(),
  });
  process.env.BENCH_HTTP = JSON.stringify(settings);
  const service = await startServer('http-service.js', { databaseUrl });
  servers.push(service);
  process.env.BENCH_HTTP = JSON.stringify({ ...settings, cacheMb: 64 });
  const keeping = await startServer('http-service.js', { databaseUrl });
  servers.push(keeping);
  const bare = await startServer('http-bare.js', { databaseUrl, plan });
  servers.push(bare);
  const figures = [];
  for (const [name, target] of Object.entries(targets)) {
    figures.push(await measure(name, target, LIMITS.made, { service, bare, key }));
    console.log(JSON.stringify(figures.at(-1)));
  }
  for (const [name, target] of Object.entries(targets))
    figures.push(await measure(`${name}, kept`, target, LIMITS.kept, { service: keeping, bare, key }));
  console.table(figures);
} finally {
  for (const server of servers) await server.stop();
  await demo.stop();
}

interface Contest {
  readonly service: Server;
  readonly bare: Server;
  readonly key: string;
}

async function measure(method: string, target: string, limit: number, { service, bare, key }: Contest) {
  const ask = ({ origin }: Server, count: number) =>
    load(origin, [target], count, { headers: { 'x-api-key': key } });
  const round = async (server: Server) => {
    const before = await server.cpuSeconds();
    const startedAt = performance.now();
    const times = await ask(server, REQUESTS);
    const seconds = (performance.now() - startedAt) / 1000;
    return {
      times,
      perSecond: REQUESTS / seconds,
      micros: ((await server.cpuSeconds()) - before) * (1e6 / REQUESTS),
    };
  };
  // Compiled code, prepared statements and cached pages on either side.
  for (const server of [service, bare]) await ask(server, FIRST_REQUESTS);
  const rounds = [];
  for (let n = 0; n < ROUNDS; n++) rounds.push({ ours: await round(service), theirs: await round(bare) });
  const ratio = median(rounds.map(({ ours, theirs }) => ours.micros / theirs.micros));
  return {
    method,
    'requests/s': Math.round(median(rounds.map(({ ours }) => ours.perSecond))),
    'p99 ms': Number(
      quantile(
        rounds.flatMap(({ ours }) => ours.times),
        0.99,
      ).toFixed(1),
    ),
    'CPU µs': Math.round(median(rounds.map(({ ours }) => ours.micros))),
    'bare µs': Math.round(median(rounds.map(({ theirs }) => theirs.micros))),
    ratio: Number(ratio.toFixed(2)),
    'at most': limit,
    verdict: ratio <= limit ? 'met' : 'missed',
  };
}

/** A block, a contract, attributes, a proof and a feed page: of each the one with the most to it. */
async function measuredTargets(store: Pool): Promise<Record<string, string>> {
  const { rows } = await store.query<Record<'block' | 'contract' | 'attribute' | 'sender', string>>(`
    WITH claimed AS (
      SELECT subject, count(*) AS claims, min(definition) AS definition
      FROM proof_segment JOIN code_change ON address = subject
      WHERE object = '' AND end_block IS NULL GROUP BY subject ORDER BY claims DESC, subject LIMIT 1
    )
    SELECT (SELECT number FROM block ORDER BY tx_count DESC, number LIMIT 1) AS block,
           '0x' || encode(subject, 'hex') AS contract,
           (SELECT id FROM definition_number WHERE number = definition) AS attribute,
           (SELECT '0x' || encode(from_address, 'hex') FROM transaction GROUP BY from_address ORDER BY count(*) DESC LIMIT 1) AS sender
    FROM claimed`);
  const { block, contract, attribute, sender } = rows[0]!;
  return {
    'a block': `${CHAIN}/blocks/${block}`,
    'a contract': `${CHAIN}/contracts/${contract}`,
    attributes: `${CHAIN}/addresses/${contract}/attributes`,
    'a proof': `${CHAIN}/addresses/${contract}/attributes/${attribute}/proof`,
    'a feed page': `${CHAIN}/addresses/${sender}/transactions`,
  };
}
