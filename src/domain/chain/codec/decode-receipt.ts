import type { Log, Receipt, Transaction } from '../record/block.js';
import { createdAddress } from './created-address.js';
import { effectiveGasPrice } from './effective-gas-price.js';
import { MalformedField } from './malformed-field.js';
import type { RlpReader } from './rlp-reader.js';
import { openEnvelope } from './transaction-type.js';

/** What the bytes of a receipt say. */
export interface ReceiptContent {
  /** Since Byzantium. */
  readonly status?: 0 | 1;
  readonly cumulativeGasUsed: number;
  readonly bloom: Buffer;
  readonly logs: readonly Log[];
}

/** Reads a receipt; its bytes are views of `raw`. @throws MalformedField */
export function decodeReceiptContent(raw: Buffer, type: number): ReceiptContent {
  const envelope = openEnvelope(raw, 'receipt');
  if (envelope.type !== type) throw new MalformedField('receipt.type', 'is not that of its transaction');
  const { fields } = envelope;
  const outcome = fields.bytes('status');
  const cumulativeGasUsed = fields.uint('cumulativeGasUsed');
  const bloom = fields.fixed(256, 'logsBloom');
  const logs = readLogs(fields.list('logs'));
  fields.finish('receipt');
  if (outcome.length === 32) return { cumulativeGasUsed, bloom, logs };
  const isSuccess = outcome.length === 1 && outcome[0] === 1;
  if (!isSuccess && outcome.length !== 0) throw new MalformedField('status', 'is neither 0 nor 1');
  return { status: isSuccess ? 1 : 0, cumulativeGasUsed, bloom, logs };
}

/**
 * The receipt record, from its bytes and its place in the block.
 *
 * @param tracedStatus outcome from call traces; used before Byzantium only
 * @throws MalformedField when gas runs backwards or the block lacks the base fee its transaction needs
 */
export function receiptRecord(
  raw: Buffer,
  content: ReceiptContent,
  transaction: Transaction,
  place: { readonly gasUsedBefore: number; readonly baseFeePerGas?: bigint | undefined },
  tracedStatus?: 0 | 1,
): Receipt {
  const { cumulativeGasUsed, logs } = content;
  const gasUsed = cumulativeGasUsed - place.gasUsedBefore;
  if (gasUsed < 0) throw new MalformedField('cumulativeGasUsed', 'is less than that of the receipt before');
  const status = content.status ?? tracedStatus;
  const price = effectiveGasPrice(transaction, place.baseFeePerGas);
  const record: { -readonly [K in keyof Receipt]: Receipt[K] } = {
    raw,
    cumulativeGasUsed,
    gasUsed,
    effectiveGasPrice: price,
    logs,
  };
  if (status !== undefined) record.status = status;
  if (transaction.to === undefined) {
    record.contractAddress = createdAddress(transaction.from, transaction.nonce);
  }
  return record;
}

function readLogs(list: RlpReader): Log[] {
  const logs: Log[] = [];
  while (!list.atEnd) {
    const fields = list.list('logs');
    const address = fields.fixed(20, 'logs.address');
    const topicList = fields.list('logs.topics');
    const topics: Buffer[] = [];
    while (!topicList.atEnd) topics.push(topicList.fixed(32, 'logs.topics'));
    if (topics.length > 4) throw new MalformedField('logs.topics', 'are more than four');
    logs.push({ address, topics, data: fields.bytes('logs.data') });
    fields.finish('logs');
  }
  return logs;
}
