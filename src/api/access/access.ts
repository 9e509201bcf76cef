import type { Plan } from '../../domain/access/plan.js';
import type { Refusal } from '../../domain/refusal/refusal.js';

/** The sender of a request, as far as the request identifies it. */
export interface Requester {
  /** The key that the request names. It is not checked yet. */
  readonly key: string | undefined;
  /** Network address from which the request came. */
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
  /** To be stated with the answer, even a refusal; absent where nothing is counted. */
  readonly quota?: Quota;
  /** Plan of the key; absent where everything is open. */
  readonly plan?: Plan;
  /** Absent when the request is admitted. */
  readonly refusal?: Refusal;
}

/** Decides who may use a method, before anything else about the request is read. */
export abstract class Access {
  /**
   * Counts the request, where requests are counted. Rejects only where the store of keys cannot be reached.
   * @param plan the plan that the method needs
   */
  abstract admit(requester: Requester, plan: Plan): Admission | Promise<Admission>;
}
