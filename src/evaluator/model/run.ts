import type { Address } from '../../domain/chain/hex.js';
import type { Met } from './outcome.js';

/** All checks of a family hold, for one key if the family is evaluated per key. */
export interface Run {
  /** Facts first, then controls. */
  readonly outcomes: readonly Met[];
  readonly object: Address | undefined;
  readonly value: string | undefined;
}
