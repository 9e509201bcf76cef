import { FRAME_LIES } from './frame-lies.js';
import type { NodeAnswers } from './node-answers.js';
import { STATE_LIES } from './state-lies.js';

/** One field told otherwise. */
export interface Lie {
  readonly kind: string;
  /** Why it is believed, where it is: what it would take to tell. */
  readonly believed?: string;
  /** Tells it once in a block's answers; false where there is no place for it. */
  readonly tell: (answers: NodeAnswers) => boolean;
}

export const LIES: readonly Lie[] = [...FRAME_LIES, ...STATE_LIES];
