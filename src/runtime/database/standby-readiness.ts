import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import type { ReadinessCheck } from '../../api/operation/readiness-checks.js';
import { type StandbyLag, standbyLag } from './standby-lag.js';

const MAX_BLOCKS = 16;
const MAX_BYTES = 256 * 2 ** 20;

/** The standby that is read is near its primary, or the primary is away. */
export class StandbyReadiness implements ReadinessCheck {
  readonly name = 'standby';

  constructor(
    private readonly standby: Pool,
    private readonly primary: Pool,
    registry: Registry,
  ) {
    this.#gauge(registry, 'blocks', 'Blocks that the standby has not replayed yet.');
    this.#gauge(registry, 'bytes', 'Bytes of the write-ahead log that the standby has not replayed yet.');
  }

  async check(): Promise<void> {
    const lag = await standbyLag(this.standby, this.primary);
    if (!lag) return;
    if (lag.blocks > MAX_BLOCKS) throw new Error(`${lag.blocks} blocks behind the primary`);
    if (lag.bytes > MAX_BYTES) throw new Error(`${lag.bytes} bytes behind the primary`);
  }

  /** Not a number while the primary is away. */
  #gauge(registry: Registry, unit: keyof StandbyLag, help: string): void {
    const { standby, primary } = this;
    new Gauge({
      name: `chainproof_standby_lag_${unit}`,
      help: `${help} NaN while the primary is away.`,
      registers: [registry],
      async collect() {
        const lag = await standbyLag(standby, primary).catch(() => undefined);
        this.set(lag?.[unit] ?? Number.NaN);
      },
    });
  }
}
