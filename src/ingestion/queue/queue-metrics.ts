import { Counter, Gauge, type Registry } from 'prom-client';

/** Metrics of the sampling of validator queues. */
export class QueueMetrics {
  readonly #epoch: Gauge;
  readonly #seconds: Gauge;
  readonly #refusals: Counter;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#epoch = new Gauge({
      name: 'chainproof_queue_sampled_epoch',
      help: 'Newest epoch whose validator queues were sampled.',
      registers,
    });
    this.#seconds = new Gauge({
      name: 'chainproof_queue_sample_seconds',
      help: 'How long the last sample took to read.',
      registers,
    });
    this.#refusals = new Counter({
      name: 'chainproof_queue_refused_answers_total',
      help: 'Answers of a beacon node that were refused, or did not come.',
      labelNames: ['node'],
      registers,
    });
  }

  sampled(epoch: number, seconds: number): void {
    this.#epoch.set(epoch);
    this.#seconds.set(seconds);
  }

  refused(node: string): void {
    this.#refusals.inc({ node });
  }
}
