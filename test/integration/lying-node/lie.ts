import type { NodeAnswers } from './node-answers.js';

/** One altered field. */
export interface Lie {
  readonly kind: string;
  /** Why it is believed, where it is: the evidence that would be needed. */
  readonly believed?: string;
  /** Applies the lie once in a block's answers; false where there is no place for it. */
  readonly tell: (answers: NodeAnswers) => boolean;
}
