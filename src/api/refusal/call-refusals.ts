import { Refusal } from '../../domain/refusal/refusal.js';

const WHY = {
  no_history: (address: string) => `No node of this service has state of ${address} that the call reads.`,
  contradicted: (address: string) =>
    `A proof contradicts the state changes of covered blocks about ${address}, whose state the call reads.`,
};

/**
 * A call reads state from before the covered blocks that no node has, or state that contradicts the covered
 * blocks. It says nothing about that state.
 */
export function stateNotAvailable(requestedBlock: number, address: string, why: keyof typeof WHY): Refusal {
  return new Refusal('block_not_available', WHY[why](address), {
    reason: 'state_not_available',
    requestedBlock,
  });
}

/** A call reads state that no node proves at the end of a block: its result is known, and cannot be shown. */
export function stateNotProven(requestedBlock: number): Refusal {
  const message = `No node of this service proves the state that the call reads at the end of block ${requestedBlock}.`;
  return new Refusal('block_not_available', message, { reason: 'proof_not_available', requestedBlock });
}

/** State is still being requested, or too many calls are executed at once. */
export function callTooLate(): Refusal {
  return new Refusal('service_unavailable', 'The call could not be executed in time. Try again.');
}
