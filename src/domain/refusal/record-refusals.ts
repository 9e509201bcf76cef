import { Refusal } from './refusal.js';

/** The record does not exist; given only where no gap could hide it. */
export function notFound(): Refusal {
  return new Refusal('not_found', 'Nothing is recorded under this identifier.');
}

/** The data of the answer is not there yet, or not reachable now. */
export function serviceUnavailable(): Refusal {
  return new Refusal('service_unavailable', 'What this method answers from is not available yet.');
}

/** @param failing names of what the service needs and does not have; the record of readiness has no place for them. */
export function notReady(failing: readonly string[]): Refusal {
  return new Refusal('service_unavailable', `Not ready: ${failing.join(', ')}.`);
}

/** An internal error; gives no details. */
export function internalError(): Refusal {
  return new Refusal('internal_error', 'Something went wrong on our side.');
}
