import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * The registry of one process, with the figures every Node process has (`process_*`, `nodejs_*`). Whoever measures
 * registers here; the last words of a name are its unit (`_seconds`, `_bytes`, `_blocks`), `_total` after it for what
 * only grows.
 */
export function createMetricRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
