/** Position of a transaction in the chain. Everything within one transaction has the same position. */
export interface TxPosition {
  readonly blockNumber: number;
  /** Negative for the state before the first transaction of the block. */
  readonly txIndex: number;
}

/** Whether one transaction precedes another. */
export function isBefore(a: TxPosition, b: TxPosition): boolean {
  return a.blockNumber < b.blockNumber || (a.blockNumber === b.blockNumber && a.txIndex < b.txIndex);
}
