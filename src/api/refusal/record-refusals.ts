import type { Absent, NotCovered } from '../../domain/refusal/not-covered.js';
import { LastingRefusal, Refusal } from '../../domain/refusal/refusal.js';

/** The record does not exist; given only where no gap could hide it. */
export function notFound(absent?: Absent): Refusal {
  return new Refusal('not_found', absent ? ABSENT[absent] : 'Nothing is recorded under this identifier.');
}

/** The contract gives `not_found` no details, so the message tells these apart. */
const ABSENT: Readonly<Record<Absent, string>> = {
  definition:
    'There is no such definition here: /definitions lists attributes and relations, which have paths of their own.',
  claim: 'The definition exists, but the claim is not proven of the address at this block.',
};

/** The data of the answer is not there yet, or not reachable now. */
export function serviceUnavailable(): Refusal {
  return new Refusal(
    'service_unavailable',
    'The data behind this method is not available now. Try again later.',
  );
}

/** Too many large answers take memory. */
export function tooManyAtOnce(): Refusal {
  return new Refusal('service_unavailable', 'Too many large answers are being made or sent. Try again.');
}

/**
 * The answer would have too many rows. It has no code of its own. A part of the rows would look like all of
 * them.
 */
export function tooManyRows(): Refusal {
  return new LastingRefusal(
    'service_unavailable',
    'The answer has too many rows for one request. Asking again does not help.',
  );
}

/** @param failing names of the missing dependencies, for which the readiness record has no field */
export function notReady(failing: readonly string[]): Refusal {
  return new Refusal('service_unavailable', `Not ready: ${failing.join(', ')}.`);
}

/** An internal error, without details. */
export function internalError(): Refusal {
  return new Refusal('internal_error', 'Something went wrong on our side.');
}

/** The refusal for what a reader does not have. A gap never means that the record does not exist. */
export function refusalOfMissing({ headNumber, gap, requestedBlock, absent }: NotCovered): Refusal {
  if (headNumber === undefined) return serviceUnavailable();
  if (requestedBlock !== undefined && requestedBlock > headNumber)
    return new Refusal('block_not_available', 'The block is above the newest stored block.', {
      reason: 'beyond_coverage',
      requestedBlock,
      maxAvailableBlock: headNumber,
    });
  if (!gap) return notFound(absent);
  return new Refusal('block_not_available', 'The answer may depend on blocks that are not stored yet.', {
    reason: 'coverage_gap',
    coverageGapFromBlock: gap.fromBlock,
    coverageGapToBlock: gap.toBlock,
    maxAvailableBlock: headNumber,
  });
}
