import type { ConsensusSource, EpochSample } from '../../node/consensus/consensus-source.js';
import { BackgroundWorker } from '../../platform/clock/background-worker.js';
import type { Leadership } from '../leadership.js';

/** Events for logs and metrics. */
export interface SamplerListener {
  onSampled(epoch: number, validators: number, seconds: number): void;
  /** Called once when sampling begins to fail, and again only after a success. */
  onError(error: string): void;
}

/** Short compared with an epoch of 384 s. */
const PAUSE_MS = 12_000;
const STANDBY_PAUSE_MS = 500;
const AFTER_FAILURE = { first: 2_000, longest: 120_000 };

/**
 * Reads the validator queues of each newly finalized epoch, in parallel to ingestion. Samples wait here until
 * they are recorded.
 */
export class QueueSampler extends BackgroundWorker {
  readonly #waiting: EpochSample[] = [];

  /** @param last reads the last epoch in the log; called until it succeeds */
  constructor(
    private readonly source: Pick<ConsensusSource, 'newest' | 'close'>,
    private readonly last: () => Promise<number | undefined>,
    private readonly leadership: Leadership,
    private readonly listener: SamplerListener,
  ) {
    super({ ...AFTER_FAILURE, idle: () => (leadership.isHeld ? PAUSE_MS : STANDBY_PAUSE_MS) }, (error) => {
      if (error !== undefined) listener.onError(error);
    });
  }

  /** Samples that have not been recorded yet, in the order of epochs. */
  get waiting(): readonly EpochSample[] {
    return this.#waiting;
  }

  /** Drops the samples up to this epoch, because they are in the log. */
  recorded(epoch: number): void {
    while (this.#waiting.length > 0 && this.#waiting[0]!.epoch <= epoch) this.#waiting.shift();
  }

  /** Aborts the request under way. */
  override async stop(): Promise<void> {
    const stopped = super.stop();
    await this.source.close();
    await stopped;
  }

  protected async step(): Promise<boolean> {
    if (!this.leadership.isHeld) return false;
    const after = this.#waiting.at(-1)?.epoch ?? (await this.last());
    const started = performance.now();
    const sampled = await this.source.newest(after);
    if (!sampled) return false;
    this.#waiting.push(sampled);
    this.listener.onSampled(
      sampled.epoch,
      sampled.sample.validatorCount,
      (performance.now() - started) / 1_000,
    );
    return false;
  }
}
