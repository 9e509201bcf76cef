import { pause } from '../platform/clock/pause.js';

/** Other payments of the payer were on their way all the time, so nothing was sent. */
export class PayerBusy extends Error {
  override readonly name = 'PayerBusy';
}

/** A payment that waits to be sent. */
export interface PayerTurn {
  readonly payer: string;
  /** By `performance.now()`: the time of day may be set back while a payment waits. */
  readonly until: number;
  /** Whether the payer has enough for it beside what is on its way. */
  readonly isCovered: () => Promise<boolean>;
}

const LOOK_MS = 100;

/**
 * Sends the payments of a payer in the order in which they came, each once the payments on their way leave enough for it. Otherwise a
 * balance that is enough for one would pass for each of several at once.
 */
export class PayerTurns {
  readonly #queues = new Map<string, symbol[]>();

  constructor(private readonly stop: AbortSignal) {}

  /** @throws PayerBusy when the turn did not come in time, the work is not done then; and what `isCovered` throws. */
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
