import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { recentVerdicts } from '../../claims/recent-verdicts.reader.js';
import { readerPositions } from '../../event-store/reader-positions.js';

/**
 * Metrics of what the database holds, asked for at each scrape: they are the same in all processes, whichever writes. While the database is away there
 * are none.
 *
 * @param readers of the log, by name
 */
export function addStoreMetrics(registry: Registry, pool: Pool, readers: readonly string[]): void {
  const registers = [registry];
  new Gauge({
    name: 'chainproof_chain_log_events',
    help: 'Position of the last event of the chain log.',
    registers,
    async collect() {
      this.reset();
      const [one] = await readerPositions(pool, readers).catch(() => []);
      if (one) this.set(one.end);
      else this.remove();
    },
  });
  new Gauge({
    name: 'chainproof_reader_behind_events',
    help: 'Events of the chain log that a read model has not taken in.',
    labelNames: ['reader'],
    registers,
    async collect() {
      this.reset();
      for (const { name, behind } of await readerPositions(pool, readers).catch(() => []))
        this.set({ reader: name }, behind);
    },
  });
  new Gauge({
    name: 'chainproof_recent_verdicts',
    help: 'What the newest 64 blocks with claims brought: proofs that began, and ranges that are undecided.',
    labelNames: ['verdict'],
    registers,
    async collect() {
      this.reset();
      const recent = await recentVerdicts(pool).catch(() => undefined);
      for (const [verdict, count] of Object.entries(recent ?? {})) this.set({ verdict }, count);
    },
  });
}
