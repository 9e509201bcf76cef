import type { ReceiptContent } from '../../domain/chain/codec/decode-receipt.js';
import type { ExecutedTransaction } from '../../state/execution/run/transaction-outcome.js';

/** The fields of a receipt that executing its transaction shows. */
type Shown = Pick<ReceiptContent, 'status' | 'cumulativeGasUsed' | 'logs'>;

/**
 * Whether an executed transaction gives its receipt. `cumulativeGasUsed` covers all transactions of the block
 * up to it.
 *
 * @param executed by index: the transaction and all before it, or it alone
 * @param receiptAt the receipt of an index
 */
export function givesReceipt(
  index: number,
  executed: ReadonlyMap<number, ExecutedTransaction>,
  isAlone: boolean,
  receiptAt: (index: number) => Shown,
): boolean {
  const own = executed.get(index)!;
  const receipt = receiptAt(index);
  const gasBefore = isAlone
    ? index === 0
      ? 0
      : receiptAt(index - 1).cumulativeGasUsed
    : gasOf([...executed].filter(([at]) => at < index));
  return (
    gasBefore + own.gasUsed === receipt.cumulativeGasUsed &&
    // Before Byzantium receipts have no status.
    (receipt.status === undefined || receipt.status === own.status) &&
    hasLogs(own, receipt)
  );
}

function gasOf(executed: readonly (readonly [number, ExecutedTransaction])[]): number {
  return executed.reduce((sum, [, { gasUsed }]) => sum + gasUsed, 0);
}

function hasLogs({ logs }: ExecutedTransaction, receipt: Shown): boolean {
  return (
    logs.length === receipt.logs.length &&
    receipt.logs.every(({ address, topics, data }, at) => {
      const log = logs[at]!;
      return (
        address.equals(log.address) &&
        data.equals(log.data) &&
        topics.length === log.topics.length &&
        topics.every((topic, i) => topic.equals(log.topics[i]!))
      );
    })
  );
}
