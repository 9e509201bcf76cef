import type { ForkSchedule } from '../../../domain/chain/protocol/fork-schedule.js';
import type { Header } from '../../../domain/chain/record/block.js';
import { BlockRefused } from '../finding/block-refused.js';
import type { TracedTransaction } from './require-effects.js';
import { transactionFees } from './transaction-fees.js';

/**
 * Checks conservation of ether where there are no frames. All balances together must lose at least the fees
 * that the transaction burned; they lose more only where an account destroyed itself.
 *
 * @throws BlockRefused
 */
export function requireConservation(
  { transaction, receipt, changes }: Omit<TracedTransaction, 'frames'>,
  transactionIndex: number,
  header: Header,
  schedule: ForkSchedule | undefined,
): void {
  const fees = transactionFees(transaction, receipt, header, schedule);
  const most = fees.tip - (fees.paid ?? fees.tip);
  let gained = 0n;
  for (const { balance } of changes) {
    if (balance === undefined) continue;
    // Only an access list gives this change. The header binds it, but without the balance before there is
    // nothing to add up.
    if (balance.before === undefined) return;
    gained += balance.after - balance.before;
  }
  if (gained > most) {
    throw new BlockRefused('state_changes', header.number, {
      transactionIndex,
      field: 'balance',
      problem: 'ether out of nothing: all accounts together gain more than they lose',
      stated: String(gained),
      expected: String(most),
    });
  }
}
