import { pause } from '../platform/clock/pause.js';

/** Another payment of the payer was on its way all the time, so nothing was sent. */
export class PayerBusy extends Error {
  override readonly name = 'PayerBusy';
}

const LOOK_MS = 50;

/**
 * Lets a payer have one payment of a token on its way at a time, in the order in which they came: of several at once, each would be
 * found good by a balance that is enough for one.
 */
export class PayerTurns {
  readonly #queues = new Map<string, symbol[]>();

  constructor(
    private readonly isOnItsWay: (payer: string) => boolean,
    private readonly stop: AbortSignal,
  ) {}

  /** @param until milliseconds since 1970. @throws PayerBusy when the turn did not come by then: the work is not done. */
  async take<T>(payer: string, until: number, work: () => Promise<T>): Promise<T> {
    const place = Symbol();
    const queue = this.#queues.get(payer) ?? [];
    this.#queues.set(payer, queue);
    queue.push(place);
    try {
      while (queue[0] !== place || this.isOnItsWay(payer)) {
        if (Date.now() >= until || this.stop.aborted) throw new PayerBusy();
        await pause(LOOK_MS, this.stop);
      }
      return await work();
    } finally {
      queue.splice(queue.indexOf(place), 1);
      if (queue.length === 0) this.#queues.delete(payer);
    }
  }
}
