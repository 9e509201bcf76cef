import type { PoolClient } from 'pg';
import { CopyIn } from './copy-into.js';

type Query = (...call: unknown[]) => Promise<unknown>;

interface Waiting {
  readonly rank: number;
  readonly begin: () => void;
}

/**
 * One connection for several users at a time: each statement waits until no other runs, and the waiting statement of the lowest rank is
 * next. Statements of one user keep their order if each is awaited.
 */
export class SharedConnection {
  readonly #waiting: Waiting[] = [];
  #isTaken = false;
  #isClosed = false;

  constructor(private readonly client: PoolClient) {}

  /** The connection for one user. `query` and COPY work as usual. */
  of(rank: number): PoolClient {
    const query = (...call: unknown[]): unknown => {
      if (this.#isClosed) throw new Error('a statement came after the work of its user had ended');
      return call[0] instanceof CopyIn ? this.#copy(rank, call[0]) : this.#run(rank, call);
    };
    return new Proxy(this.client, {
      get: (client, key) => (key === 'query' ? query : Reflect.get(client, key, client)),
    });
  }

  /**
   * Resolves when the statements so far have ended, including those that nobody awaits. Later ones are
   * refused.
   */
  async close(): Promise<void> {
    await this.#turn(Number.POSITIVE_INFINITY);
    this.#isClosed = true;
    this.#pass();
  }

  async #run(rank: number, call: unknown[]): Promise<unknown> {
    await this.#turn(rank);
    try {
      return await (this.client.query as Query).apply(this.client, call);
    } finally {
      this.#pass();
    }
  }

  #copy(rank: number, copy: CopyIn): void {
    void this.#turn(rank).then(async () => {
      this.client.query(copy);
      await copy.ended;
      this.#pass();
    });
  }

  #turn(rank: number): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return Promise.resolve();
    }
    return new Promise((begin) => this.#waiting.push({ rank, begin }));
  }

  #pass(): void {
    let next = 0;
    for (let at = 1; at < this.#waiting.length; at++)
      if (this.#waiting[at]!.rank < this.#waiting[next]!.rank) next = at;
    const [waiting] = this.#waiting.splice(next, 1);
    if (waiting) waiting.begin();
    else this.#isTaken = false;
  }
}
