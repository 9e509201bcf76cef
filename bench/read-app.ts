import 'reflect-metadata';
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Access } from '../src/api/access/access.js';
import { OpenAccess } from '../src/api/access/open-access.js';
import { createApiServer } from '../src/api/http/server.js';
import { createMetricRegistry } from '../src/platform/metric/metric-registry.js';
import { PostgresGraphStore } from '../src/projection/graph/postgres-graph-store.js';
import { AppModule } from '../src/runtime/api/app.module.js';
import { signatureBook } from '../src/runtime/api/signatures.js';
import { nameRegistries } from '../src/runtime/name/name-registries.js';
import { sourcesOfPrices } from '../src/runtime/projection/projectors.js';
import { FIRST_BLOCK } from './read-fill.js';

/** Of what the API is a part. */
export interface Surroundings {
  readonly firstBlock: number;
  readonly access: Access;
}

const OPEN: Surroundings = { firstBlock: FIRST_BLOCK, access: new OpenAccess() };

/** The service's API over a store, without ingestion; listens on a free port, which it returns. */
export async function startApi(
  pool: Pool,
  { firstBlock, access }: Surroundings = OPEN,
): Promise<{ port: number; close(): Promise<void> }> {
  const app = await createApiServer(
    AppModule.of({
      pool,
      graph: new PostgresGraphStore(pool),
      names: nameRegistries({ isDemo: false }),
      registry: createMetricRegistry(),
      firstBlock,
      network: 'mainnet',
      access,
      // What is measured is making answers.
      cacheBytes: 0,
      // The same in every process: a cursor of one must open in the other.
      cursorSecret: createHash('sha256').update('benchmark').digest(),
      publicUrl: 'http://127.0.0.1',
      signatures: signatureBook(),
      prices: sourcesOfPrices(false),
      priceCarryHours: 48,
      portfolioMaxPositions: 10_000,
      readiness: [],
      away: () => [],
    }),
    { host: '127.0.0.1', port: 0, logger: false },
  );
  const address = app.getHttpServer().address() as { port: number };
  return { port: address.port, close: () => app.close() };
}
