import { pause } from '../platform/clock/pause.js';

/** Other payments of the payer were on their way all the time, so nothing was sent. */
export class PayerBusy extends Error {
  override readonly name = 'PayerBusy';
}

/** A payment that waits to be sent. */
export interface PayerTurn {
  readonly payer: string;
  /** Deadline by `performance.now()`, because the time of day may be set back while a payment waits. */
  readonly until: number;
  /** Whether the payer's balance covers this payment and the pending ones. */
  readonly isCovered: () => Promise<boolean>;
}

const LOOK_MS = 100;

/**
 * Sends the payments of a payer in the order in which they came, each once the balance covers it beside the
 * pending payments. Otherwise several payments could pass at once with a balance that covers only one.
 */
export class PayerTurns {
  readonly #queues = new Map<string, symbol[]>();

  constructor(private readonly stop: AbortSignal) {}

  /**
   * @throws PayerBusy when the turn did not come in time, and the work was not done; and whatever `isCovered`
   * and `work` throw
   */
  async take<T>({ payer, until, isCovered }: PayerTurn, work: () => Promise<T>): Promise<T> {
    const place = Symbol();
    const queue = this.#queues.get(payer) ?? [];
    this.#queues.set(payer, queue);
    queue.push(place);
    try {
      while (queue[0] !== place || !(await isCovered())) {
        if (performance.now() >= until || this.stop.aborted) throw new PayerBusy();
        await pause(LOOK_MS, this.stop);
      }
      return await work();
    } finally {
      queue.splice(queue.indexOf(place), 1);
      if (queue.length === 0) this.#queues.delete(payer);
    }
  }
}
