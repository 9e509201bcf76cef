import { Gauge, type Registry } from 'prom-client';

/** Metrics of the transparency log, of a process that may write it. */
export class LogMetrics {
  readonly #signed: Gauge;
  readonly #signedAt: Gauge;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#signed = new Gauge({
      name: 'chainproof_log_signed_entries',
      help: 'Entries of the transparency log under its newest checkpoint; of the process that writes.',
      registers,
    });
    this.#signedAt = new Gauge({
      name: 'chainproof_log_signed_timestamp_seconds',
      help: 'When this process last saw the whole transparency log signed; 0 if never. Of several processes the newest counts.',
      registers,
    });
    this.#signed.remove();
  }

  signed(entries: number): void {
    this.#signed.set(entries);
    this.#signedAt.setToCurrentTime();
  }
}
