import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { RELEASE } from '../release.js';

/**
 * The registry of one process, with the figures every Node process has (`process_*`, `nodejs_*`). All others begin with
 * `chainproof_`; the last words of a name are its unit (`_seconds`, `_bytes`, `_blocks`), `_total` after it for what
 * only grows.
 */
export function createMetricRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'chainproof_build_info',
    help: 'Always 1; the labels name the release.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: RELEASE, node: process.versions.node }, 1);
  return registry;
}
