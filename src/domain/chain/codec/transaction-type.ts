import type { TransactionType } from '../record/block.js';
import { MalformedField } from './malformed-field.js';
import { RlpReader } from './rlp-reader.js';

/**
 * Opens an EIP-2718 envelope: its type, and a reader over the fields behind it. Transactions and receipts share the
 * form: a bare list is of type 0.
 */
export function openEnvelope(raw: Buffer, field: string): { type: TransactionType; fields: RlpReader } {
  const first = raw[0] ?? 0;
  const type = first >= 0xc0 ? 0 : first;
  if (type > 4 || (first < 0xc0 && type === 0))
    throw new MalformedField(`${field}.type`, `${first} is not known`);
  const outer = new RlpReader(raw, type === 0 ? 0 : 1);
  const fields = outer.list(field);
  outer.finish(field);
  return { type: type as TransactionType, fields };
}
