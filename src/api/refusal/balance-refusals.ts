import { Refusal } from '../../domain/refusal/refusal.js';

/** Where the token keeps its balances is not known at that block. Never a statement that nothing is held. */
export function tokenNotCovered(): Refusal {
  return new Refusal('token_not_covered', 'Balances of this token are not known.');
}

/** More is held than is valued in one answer. @param actual found until the search was given up. */
export function portfolioTooLarge(maxPositions: number, actual: number): Refusal {
  return new Refusal('portfolio_too_large', 'The address holds more assets than are valued in one answer.', {
    reason: 'too_many_positions',
    maxPositions,
    actual,
  });
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
