import type { RefusalCode } from './refusal-code.js';
import type { RefusalDetails } from './refusal-details.js';

/**
 * An answer refused on purpose. Clients branch on `code` and `details.reason`; the message is a sentence for people and
 * may change. `details` is absent when there is nothing to act on.
 */
export class Refusal extends Error {
  constructor(
    readonly code: RefusalCode,
    message: string,
    readonly details?: RefusalDetails,
  ) {
    super(message);
  }
}

/** A refusal that the same request gets again, although others with its code are worth a later attempt. */
export class LastingRefusal extends Refusal {}
