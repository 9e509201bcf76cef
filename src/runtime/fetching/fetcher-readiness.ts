import type { ReadinessCheck } from '../../api/operation/readiness-checks.js';
import type { RangeFetcher } from '../../ingestion/fetch/range-fetcher.js';

/** The process can fetch ranges, or does. */
export class FetcherReadiness implements ReadinessCheck {
  readonly name = 'fetcher';

  constructor(private readonly fetcher: RangeFetcher) {}

  async check(): Promise<void> {
    if (this.fetcher.failure !== undefined) throw new Error(this.fetcher.failure);
  }
}
