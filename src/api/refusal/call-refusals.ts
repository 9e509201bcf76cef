import { Refusal } from '../../domain/refusal/refusal.js';

/** A call reads state from before the covered blocks, and no node has it. Never a statement about that state. */
export function stateNotAvailable(requestedBlock: number, address: string): Refusal {
  return new Refusal(
    'block_not_available',
    `No node of this service has state of ${address} that the call reads.`,
    {
      reason: 'state_not_available',
      requestedBlock,
    },
  );
}

/** State is still asked for, or too much is asked at once. */
export function callTooLate(): Refusal {
  return new Refusal('service_unavailable', 'The call could not be executed in time. Try again.');
}
