import type { ConsensusSource, EpochSample } from '../../node/consensus/consensus-source.js';
import { pause } from '../../platform/clock/pause.js';

/** Events for logs and metrics. */
export interface SamplerListener {
  onSampled(epoch: number, validators: number, seconds: number): void;
  /** Called once when sampling begins to fail, and again only after a success. */
  onError(error: string): void;
}

/** An epoch lasts 384 s. */
const POLL_MS = 12_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 120_000;

/**
 * Reads the validator queues of each newly finalized epoch, beside the ingestion and never in its way: samples wait here until they
 * are recorded.
 */
export class QueueSampler {
  readonly #stop = new AbortController();
  readonly #waiting: EpochSample[] = [];
  #running: Promise<void> = Promise.resolve();

  /** @param last the last epoch in the log; read until known */
  constructor(
    private readonly source: Pick<ConsensusSource, 'newest' | 'close'>,
    private readonly last: () => Promise<number | undefined>,
    private readonly listener: SamplerListener,
  ) {}

  /** Samples that have not been recorded yet, in the order of epochs. */
  get waiting(): readonly EpochSample[] {
    return this.#waiting;
  }

  /** The samples up to this epoch are in the log. */
  recorded(epoch: number): void {
    while (this.#waiting.length > 0 && this.#waiting[0]!.epoch <= epoch) this.#waiting.shift();
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Breaks off what is asked just now. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.source.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    let isFailing = false;
    while (!this.#stop.signal.aborted) {
      try {
        await this.#sample();
        isFailing = false;
        pauseMs = FIRST_PAUSE_MS;
        await pause(POLL_MS, this.#stop.signal);
      } catch (error) {
        // A failure caused by the stop is not reported.
        if (this.#stop.signal.aborted) return;
        if (!isFailing) this.listener.onError(error instanceof Error ? error.message : String(error));
        isFailing = true;
        await pause(pauseMs, this.#stop.signal);
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  async #sample(): Promise<void> {
    const after = this.#waiting.at(-1)?.epoch ?? (await this.last());
    const started = performance.now();
    const sampled = await this.source.newest(after);
    if (!sampled) return;
    this.#waiting.push(sampled);
    this.listener.onSampled(
      sampled.epoch,
      sampled.sample.validatorCount,
      (performance.now() - started) / 1_000,
    );
  }
}
