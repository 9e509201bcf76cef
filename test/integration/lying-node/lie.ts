import type { NodeAnswers } from './node-answers.js';

/** One altered field. */
export interface Lie {
  readonly kind: string;
  /** Why it is believed, if it is: the evidence that would refute it. */
  readonly believed?: string;
  /** Applies the lie once to the answers about a block. @returns false if they offer no place for it */
  readonly tell: (answers: NodeAnswers) => boolean;
}
