import type { Plan } from '../../domain/access/plan.js';
import type { Refusal } from '../../domain/refusal/refusal.js';

/** The requester, as far as the request identifies it. */
export interface Requester {
  /** The key it names, unchecked. */
  readonly key: string | undefined;
  /** Network address it came from. */
  readonly address: string;
  /** The requested `Host`. */
  readonly host: string | undefined;
}

/** The remaining quota of a caller. */
export interface Quota {
  /** Requests per window. */
  readonly requests: number;
  readonly windowSeconds: number;
  /** Requests left in this window. */
  readonly left: number;
  /** Whole seconds to the next window, at least 1. */
  readonly resetSeconds: number;
}

/** The result of an access check. */
export interface Admission {
  /** To be stated with the answer, whatever it is; absent where nothing is counted. */
  readonly quota?: Quota;
  /** The plan that the key is on; absent where everything is open. */
  readonly plan?: Plan;
  /** Absent when the request may go on. */
  readonly refusal?: Refusal;
}

/** Decides who may use a method, before anything else about the request is read. */
export abstract class Access {
  /**
   * Counts the request where requests are counted. Rejects only where the store of keys cannot be reached.
   * @param plan that the method needs.
   */
  abstract admit(requester: Requester, plan: Plan): Admission | Promise<Admission>;
}
