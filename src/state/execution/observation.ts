import type { StopsAt } from './run/run.js';
import type { StateSource } from './run/state-source.js';
import { Undecided } from './run/undecided.js';
import type { ViewResult } from './run/view-result.js';

/** A call of a contract that an observation asks for. */
export interface Asked {
  readonly data: Uint8Array;
  /** The state that it is executed on. */
  readonly source: StateSource;
  readonly stopsAt?: StopsAt;
}

/** Asks for calls one by one, and ends with a result. */
export type Observation<Result> = Generator<Asked, Result, ViewResult>;

/**
 * Asks for a call, and adds its result to those of the observation. Throws `Undecided` unless it ended, or was stopped.
 *
 * @param added what is added in place of the result
 */
export function* ask(
  asked: Asked,
  ran: ViewResult[],
  added = (result: ViewResult): ViewResult => result,
): Observation<ViewResult> {
  const result = yield asked;
  const counts = added(result);
  ran.push(counts);
  if (counts.reason && counts.reason.kind !== 'stopped') throw new Undecided(counts.reason);
  return result;
}
