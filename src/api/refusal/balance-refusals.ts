import { Refusal } from '../../domain/refusal/refusal.js';

/** The contract gives no balance at that block, or none is known. Never a statement that nothing is held. @param missing state */
export function tokenNotCovered(missing?: string): Refusal {
  return new Refusal('token_not_covered', `Balances of this token are not known${because(missing)}.`);
}

/** More is held than is valued in one answer. @param actual found until the search was given up. */
export function portfolioTooLarge(maxPositions: number, actual: number): Refusal {
  return new Refusal('portfolio_too_large', 'The address holds more assets than are valued in one answer.', {
    reason: 'too_many_positions',
    maxPositions,
    actual,
  });
}

/** Nothing is known of the holder and the token at that block. Never a statement that nothing is held. @param missing state */
export function noBalanceRecord(requestedBlock: number, missing?: string): Refusal {
  return new Refusal(
    'balance_not_available',
    `No balance is recorded of this address and token up to this block${because(missing)}.`,
    {
      reason: 'no_balance_record',
      requestedBlock,
    },
  );
}

const because = (missing?: string): string => (missing === undefined ? '' : `: ${missing}`);
