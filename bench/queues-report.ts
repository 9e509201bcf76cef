import type { QueueSample } from '../src/kernel/consensus/queue-sample.js';

/** What a process that sampled the queues says of itself. */
export interface QueuesReport {
  /** Of the first sample, which tells of the time before, and of a later one. */
  readonly seconds: readonly [number, number];
  readonly cpuSeconds: number;
  /** Peak resident memory. */
  readonly peakMb: number;
  readonly sample: Pick<QueueSample, 'validatorCount' | 'pendingActivation' | 'pendingExit' | 'estimates'>;
}
