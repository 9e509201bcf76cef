import { Refusal } from '../../domain/refusal/refusal.js';

const WHY = {
  no_history: (address: string) => `No node of this service has state of ${address} that the call reads.`,
  contradicted: (address: string) =>
    `A proof contradicts the state changes of covered blocks about ${address}, whose state the call reads.`,
};

/**
 * A call reads state from before the covered blocks, and no node has it; or state that is not what covered blocks say. Never a statement
 * about that state.
 */
export function stateNotAvailable(requestedBlock: number, address: string, why: keyof typeof WHY): Refusal {
  return new Refusal('block_not_available', WHY[why](address), {
    reason: 'state_not_available',
    requestedBlock,
  });
}

/** State is still asked for, or too much is asked at once. */
export function callTooLate(): Refusal {
  return new Refusal('service_unavailable', 'The call could not be executed in time. Try again.');
}
