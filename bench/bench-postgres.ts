import { constants } from 'node:os';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../src/platform/postgres/embedded/start-embedded-postgres.js';

/** Starts PostgreSQL for a benchmark. A signal that ends the benchmark stops it, which it would survive. */
export async function startBenchPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(options);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      void server.stop().finally(() => process.exit(128 + constants.signals[signal]));
    });
  return server;
}
