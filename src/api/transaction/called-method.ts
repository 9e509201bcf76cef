import type { Hex } from '../../domain/chain/hex.js';
import type { TransactionRow } from '../../records/transaction/transaction.reader.js';
import type { SignatureBook } from '../../signature/signature-book.js';

const SELECTOR_LENGTH = '0x00000000'.length;

interface CalledMethod {
  readonly methodId?: Hex | undefined;
  readonly methodName?: string | undefined;
}

/** The function that a transaction calls; nothing for a creation or for call data without a selector. */
export function calledMethod(
  { to, inputStart }: Pick<TransactionRow, 'to' | 'inputStart'>,
  signatures: SignatureBook,
): CalledMethod {
  if (to === null || inputStart.length < SELECTOR_LENGTH) return {};
  return { methodId: inputStart, methodName: signatures.methodName(inputStart) };
}
