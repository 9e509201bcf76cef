import type { NodeAnswers } from './node-answers.js';

/** One field told otherwise. */
export interface Lie {
  readonly kind: string;
  /** Why it is believed, where it is: what it would take to tell. */
  readonly believed?: string;
  /** Tells it once in a block's answers; false where there is no place for it. */
  readonly tell: (answers: NodeAnswers) => boolean;
}
