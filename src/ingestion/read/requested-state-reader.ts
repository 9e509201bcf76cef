import type { ReadAnswerer } from './read-answerer.js';

/** Bounds a step, because blocks wait for it. */
const READS_A_STEP = 1_000;

/**
 * Answers the questions that API requests wait for, in every step and before all others. A request that stops
 * waiting withdraws its open questions.
 */
export class RequestedStateReader {
  constructor(private readonly answerer: Pick<ReadAnswerer, 'pass'>) {}

  /** @returns the number of answered reads */
  async step(signal: AbortSignal, settledUpTo: number): Promise<number> {
    return (await this.answerer.pass(signal, settledUpTo, READS_A_STEP)).answered;
  }
}
