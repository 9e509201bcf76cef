import type { PaymentState } from '../../api/access/payment/payment-ledger.js';
import type { PaymentRecord, TokenBalance } from '../../api/access/payment/payment-records.js';
import { textTable } from '../text/text-table.js';

const STATES: Readonly<Record<PaymentState, string>> = {
  reserved: 'being answered',
  settling: 'settlement unknown',
  settled: 'charged, not answered',
  answered: 'charged',
};

/** Payments as a table with a line for each. */
export function paymentTable(payments: readonly PaymentRecord[]): string {
  return textTable(
    ['time', 'method', 'amount', 'state', 'payer', 'transaction'],
    payments.map(({ reservedAt, operationId, amount, state, payer, transaction }) => [
      `${reservedAt.toISOString().slice(0, 19).replace('T', ' ')}Z`,
      ...[operationId, amount, STATES[state], payer, transaction ?? ''],
    ]),
  );
}

/** Totals as a table with a line for each token. */
export function balanceTable(balances: readonly TokenBalance[]): string {
  return textTable(
    ['network', 'token', 'payments', 'amount', 'of these not answered', 'settlement unknown', 'amount'],
    balances.map(({ network, token, settled, settledAmount, unanswered, unknown, unknownAmount }) => [
      ...[network, token, `${settled}`, settledAmount, `${unanswered}`, `${unknown}`, unknownAmount],
    ]),
  );
}
