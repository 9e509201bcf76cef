import type { FactValue } from './state-view.js';

/** The check does not hold, whatever becomes known later. */
export const FAILS: unique symbol = Symbol('fails');
/** The outcome depends on an initial state, a call result or a dependency that is not known. */
export const UNKNOWN: unique symbol = Symbol('unknown');

export type NotMet = typeof FAILS | typeof UNKNOWN;
export type Outcome = Met | NotMet;

/** The part of a predicate that is written into a proof. */
export type Stated = string | number | true | readonly string[] | { readonly binding: string };

/** A check that holds, with what later checks and the proof may need of it. */
export interface Met {
  readonly expected: Stated;
  readonly observed: Stated;
  /** Block from which the check holds; the reference block is the latest of these. */
  readonly start?: number | undefined;
  /**
   * First block of the fact interval or claim interval that the check depends on. Reads that follow the check
   * begin there.
   */
  readonly since?: number;
  readonly evidence?: readonly string[];
  /** Hash of the proof that the check depends on. */
  readonly dependency?: string;
  /** Version of the binding since which the membership is unchanged. */
  readonly bindingVersion?: string;
  /** The value of the fact or claim. */
  readonly value?: FactValue | undefined;
  /** Fields of the binding's entry. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly key?: string;
  /** Transaction of the witness. */
  readonly tx?: string | undefined;
}
