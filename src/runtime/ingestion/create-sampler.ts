import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import { lastSampledEpoch } from '../../event-store/sampled-epoch.js';
import type { Leadership } from '../../ingestion/leadership.js';
import { QueueMetrics } from '../../ingestion/queue/queue-metrics.js';
import { QueueSampler } from '../../ingestion/queue/queue-sampler.js';
import { ConsensusSource } from '../../node/consensus/consensus-source.js';
import type { Logger } from '../../platform/log/logger.js';

interface SamplerParts {
  readonly pool: Pool;
  readonly beaconUrls: readonly string[];
  readonly registry: Registry;
  readonly logger: Logger;
  readonly leadership: Leadership;
}

/** The sampler of validator queues, which counts and logs what it does. Not started yet. */
export function createSampler({
  pool,
  beaconUrls,
  registry,
  logger,
  leadership,
}: SamplerParts): QueueSampler {
  const metrics = new QueueMetrics(registry);
  const source = new ConsensusSource(beaconUrls, (what, { node, reason }) => {
    metrics.refused(node);
    logger.debug(`refused ${what}: ${reason}`, { node });
  });
  return new QueueSampler(source, () => lastSampledEpoch(pool), leadership, {
    onSampled(epoch, validators, seconds) {
      metrics.sampled(epoch, seconds);
      logger.info(`sampled the queues of ${validators} validators at epoch ${epoch}`, {
        durationMs: Math.round(seconds * 1_000),
      });
    },
    onError: (error) => logger.warn(`validator queues: ${error}`),
  });
}
