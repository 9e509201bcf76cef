import { MalformedField } from '../../domain/chain/codec/malformed-field.js';
import { RlpReader } from '../../domain/chain/codec/rlp-reader.js';
import { RlpWriter } from '../../domain/chain/codec/rlp-writer.js';
import type { TransactionType } from '../../domain/chain/record/block.js';

/** The parts of a block in an archive, in the bytes that are hashed. */
export interface ArchivedBlock {
  /** RLP. */
  readonly header: Buffer;
  /** EIP-2718. */
  readonly transactions: readonly Buffer[];
  /** RLP of their headers. */
  readonly ommers: readonly Buffer[];
  /** RLP; since Shanghai. */
  readonly withdrawals?: readonly Buffer[];
  /** EIP-2718, with 256 zero bytes in the place of the bloom. */
  readonly receipts: readonly ArchivedReceipt[];
}

export interface ArchivedReceipt {
  readonly type: TransactionType;
  readonly raw: Buffer;
}

const NO_BLOOM = Buffer.alloc(256);

/** Reads `rlp([transactions, ommers, withdrawals?])`. @throws MalformedField */
export function readBody(raw: Buffer): Pick<ArchivedBlock, 'transactions' | 'ommers' | 'withdrawals'> {
  const outer = new RlpReader(raw);
  const body = outer.list('body');
  outer.finish('body');
  const transactions = itemsOf(raw, body.list('body.transactions'), 'body.transactions');
  const ommers = itemsOf(raw, body.list('body.ommers'), 'body.ommers');
  if (body.atEnd) return { transactions, ommers };
  const withdrawals = itemsOf(raw, body.list('body.withdrawals'), 'body.withdrawals');
  body.finish('body');
  return { transactions, ommers, withdrawals };
}

/** Reads `rlp([[type, status or state root, cumulative gas, logs] …])`, as `.ere` files have it. @throws MalformedField */
export function readSlimReceipts(raw: Buffer): ArchivedReceipt[] {
  const outer = new RlpReader(raw);
  const list = outer.list('receipts');
  outer.finish('receipts');
  const receipts: ArchivedReceipt[] = [];
  const writer = new RlpWriter();
  while (!list.atEnd) {
    const fields = list.list('receipts');
    const type = fields.uint('receipts.type');
    receipts.push(rewritten(raw, fields, type, false, writer));
  }
  return receipts;
}

/** Reads the list of receipts as they are hashed, as `.era1` files have it. @throws MalformedField */
export function readReceipts(raw: Buffer): ArchivedReceipt[] {
  const outer = new RlpReader(raw);
  const list = outer.list('receipts');
  outer.finish('receipts');
  const writer = new RlpWriter();
  return itemsOf(raw, list, 'receipts').map((item) => {
    const type = item[0]! >= 0xc0 ? 0 : item[0]!;
    const reader = new RlpReader(item, type === 0 ? 0 : 1);
    const fields = reader.list('receipts');
    reader.finish('receipts');
    return rewritten(item, fields, type, true, writer);
  });
}

/** The receipt with these fields as it is hashed, without its bloom: the bloom is computed, never trusted. */
function rewritten(
  source: Buffer,
  fields: RlpReader,
  type: number,
  hasBloom: boolean,
  writer: RlpWriter,
): ArchivedReceipt {
  if (type > 4) throw new MalformedField('receipts.type', `${type} is not known`);
  const outcome = fields.bytes('receipts.status');
  const cumulativeGas = fields.bytes('receipts.cumulativeGasUsed');
  if (hasBloom) fields.skip('receipts.logsBloom');
  const since = fields.position;
  fields.skip('receipts.logs');
  const logs = source.subarray(since, fields.position);
  fields.finish('receipts');
  writer.raw(logs);
  writer.bytes(NO_BLOOM);
  writer.bytes(cumulativeGas);
  writer.bytes(outcome);
  writer.list(0);
  if (type > 0) writer.byte(type);
  return { type: type as TransactionType, raw: writer.take() };
}

/** The items of a list: the content of byte strings, the encoding of lists. */
function itemsOf(source: Buffer, list: RlpReader, field: string): Buffer[] {
  const items: Buffer[] = [];
  while (!list.atEnd) {
    const since = list.position;
    if (source[since]! < 0xc0) items.push(list.bytes(field));
    else {
      list.skip(field);
      items.push(source.subarray(since, list.position));
    }
  }
  return items;
}
