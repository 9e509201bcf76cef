import type { ReadAnswerer } from './read-answerer.js';

/** Bounds a step, because blocks wait for it. */
const READS_A_STEP = 1_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 120_000;

/**
 * Answers open questions next to more urgent work: a few at a time, and less and less often while nodes do
 * not answer.
 */
export class BackgroundStateReader {
  #pauseMs = FIRST_PAUSE_MS;
  #notBefore = 0;
  #isFailing = false;

  /**
   * @param onFailing called once when reads begin to stay unanswered, with their number and the reason; again
   * only after all were answered
   * @param now milliseconds of any clock
   */
  constructor(
    private readonly answerer: Pick<ReadAnswerer, 'pass'>,
    private readonly onFailing: (unanswered: number, why: string) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @returns the number of answered reads */
  async step(signal: AbortSignal, settledUpTo: number): Promise<number> {
    if (this.now() < this.#notBefore) return 0;
    const { answered, unanswered, why = '' } = await this.answerer.pass(signal, settledUpTo, READS_A_STEP);
    if (signal.aborted) return answered;
    if (unanswered === 0) {
      this.#isFailing = false;
      this.#pauseMs = FIRST_PAUSE_MS;
      return answered;
    }
    if (!this.#isFailing) this.onFailing(unanswered, why);
    this.#isFailing = true;
    this.#notBefore = this.now() + this.#pauseMs;
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
    return answered;
  }
}
