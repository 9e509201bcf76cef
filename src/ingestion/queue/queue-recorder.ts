import type { Pool } from 'pg';
import { lastSampledEpoch } from '../../event-store/sampled-epoch.js';
import type { ChainWriter } from '../append/chain-writer.js';
import type { QueueSampler } from './queue-sampler.js';

/** Appends the samples to the log. */
export class QueueRecorder {
  constructor(
    private readonly sampler: Pick<QueueSampler, 'waiting' | 'recorded'>,
    private readonly writer: Pick<ChainWriter, 'sample'>,
    private readonly pool: Pool,
  ) {}

  /** @returns the number of recorded samples */
  async step(): Promise<number> {
    const newest = this.sampler.waiting.at(-1);
    if (!newest) return 0;
    // A commit whose response was lost may have recorded samples already.
    const last = (await lastSampledEpoch(this.pool)) ?? -1;
    const sampled = this.sampler.waiting.filter(({ epoch }) => epoch > last);
    if (sampled.length > 0) await this.writer.sample(sampled);
    this.sampler.recorded(newest.epoch);
    return sampled.length;
  }
}
