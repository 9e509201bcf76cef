import { Refusal } from './refusal.js';

/** Where the token keeps its balances is not known at that block. Never a statement that nothing is held. */
export function tokenNotCovered(): Refusal {
  return new Refusal('token_not_covered', 'Balances of this token are not known.');
}

/** Nothing is recorded of the holder and the token up to that block. Never a statement that nothing is held. */
export function noBalanceRecord(requestedBlock: number): Refusal {
  return new Refusal(
    'balance_not_available',
    'No balance is recorded of this address and token up to this block.',
    {
      reason: 'no_balance_record',
      requestedBlock,
    },
  );
}
