import type { ReadAnswerer } from './read-answerer.js';

/** Blocks wait for the questions of one step. */
const READS_A_STEP = 1_000;

/** Answers the questions that requests wait for, in every step and before all others. Who waits withdraws what stays open. */
export class RequestedStateReader {
  constructor(private readonly answerer: Pick<ReadAnswerer, 'pass'>) {}

  /** @returns the number of answered reads */
  async step(signal: AbortSignal, settledUpTo: number): Promise<number> {
    return (await this.answerer.pass(signal, settledUpTo, READS_A_STEP)).answered;
  }
}
