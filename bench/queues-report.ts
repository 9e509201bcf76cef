import type { QueueSample } from '../src/domain/consensus/queue-sample.js';

/** Report of a process that sampled the queues. */
export interface QueuesReport {
  /** Seconds of the first sample, which includes estimates, and of a later one. */
  readonly seconds: readonly [number, number];
  readonly cpuSeconds: number;
  /** Peak resident memory. */
  readonly peakMb: number;
  readonly sample: Pick<QueueSample, 'validatorCount' | 'pendingActivation' | 'pendingExit' | 'estimates'>;
}
