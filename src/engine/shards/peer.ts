/** One end of a channel between two threads. */
export interface Channel {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: Message) => void): unknown;
}

export type Message =
  | { readonly asked: number; readonly question: unknown }
  | { readonly answered: number; readonly answer?: unknown; readonly failure?: string };

interface Waiting {
  readonly done: (answer: never) => void;
  readonly failed: (error: Error) => void;
}

/** Asks another thread, and answers its questions. */
export class Peer<Theirs extends object> {
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;
  #lost: Error | undefined;

  /** @param answer answers the questions of the other thread */
  constructor(
    private readonly channel: Channel,
    answer: (question: never) => Promise<unknown>,
  ) {
    channel.on('message', (message) => {
      if ('asked' in message) void this.#answer(message.asked, answer(message.question as never));
      else this.#settle(message);
    });
  }

  ask<Answer>(question: Theirs): Promise<Answer> {
    if (this.#lost) return Promise.reject(this.#lost);
    this.#last += 1;
    const asked = this.#last;
    this.channel.postMessage({ asked, question } satisfies Message);
    return new Promise<Answer>((done, failed) => this.#waiting.set(asked, { done, failed }));
  }

  /** The other thread has ended: open questions to it fail. */
  lose(error: Error): void {
    this.#lost = error;
    for (const { failed } of this.#waiting.values()) failed(error);
    this.#waiting.clear();
  }

  async #answer(answered: number, answer: Promise<unknown>): Promise<void> {
    const message: Message = await answer.then(
      (found) => ({ answered, answer: found }),
      (error: unknown) => ({ answered, failure: error instanceof Error ? error.message : String(error) }),
    );
    this.channel.postMessage(message);
  }

  #settle({ answered, answer, failure }: Exclude<Message, { asked: number }>): void {
    const waiting = this.#waiting.get(answered);
    this.#waiting.delete(answered);
    if (failure === undefined) waiting?.done(answer as never);
    else waiting?.failed(new Error(failure));
  }
}
