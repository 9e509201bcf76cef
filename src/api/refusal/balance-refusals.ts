import { Refusal } from '../../domain/refusal/refusal.js';

/**
 * The contract gives no balance at that block, or none is known. It never means that nothing is held.
 * @param missing the missing state
 */
export function tokenNotCovered(missing?: string): Refusal {
  return new Refusal('token_not_covered', `Balances of this token are not known${because(missing)}.`);
}

/**
 * The address holds more assets than one answer values.
 * @param actual number of assets that were found before the search ended
 */
export function portfolioTooLarge(maxPositions: number, actual: number): Refusal {
  return new Refusal('portfolio_too_large', 'The address holds more assets than are valued in one answer.', {
    reason: 'too_many_positions',
    maxPositions,
    actual,
  });
}

/**
 * Nothing is known about holder and token at that block. It never means that nothing is held.
 * @param missing the missing state
 */
export function noBalanceRecord(requestedBlock: number, missing?: string): Refusal {
  return new Refusal(
    'balance_not_available',
    `No balance of this address in this token is recorded up to this block${because(missing)}.`,
    {
      reason: 'no_balance_record',
      requestedBlock,
    },
  );
}

const because = (missing?: string): string => (missing === undefined ? '' : `: ${missing}`);
