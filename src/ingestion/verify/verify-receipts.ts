import {
  decodeReceiptContent,
  type ReceiptContent,
  receiptRecord,
} from '../../domain/chain/codec/decode-receipt.js';
import { isGiven, parseAmount, parseBytes, parseNumber, toHex } from '../../domain/chain/codec/hex.js';
import type { RlpWriter } from '../../domain/chain/codec/rlp-writer.js';
import { addToBloom, mergeBloom } from '../../domain/chain/protocol/logs-bloom.js';
import type { Header, Receipt, Transaction, TransactionType } from '../../domain/chain/record/block.js';
import { orderedTrieRoot } from '../../domain/chain/trie/ordered-trie-root.js';
import { encodeRpcReceipt } from '../../node/rpc/receipt-from-rpc.js';
import type { RpcReceipt, RpcTransaction, SourcedBlock } from '../../node/rpc/rpc-block.js';
import { rpcTransactionType } from '../../node/rpc/transaction-from-rpc.js';
import { BlockRefused, type RefusalReason } from './finding/block-refused.js';
import { locate } from './locate.js';

/** Receipts as the bytes in the trie, not yet compared with the root. */
export interface EncodedReceipts {
  readonly raws: readonly Buffer[];
  readonly contents: readonly ReceiptContent[];
  /** Bloom over all logs of the block. */
  readonly bloom: Buffer;
}

/** Encodes the receipts with their blooms computed from their logs. @throws BlockRefused, MalformedField */
export function encodeReceipts(
  receipts: readonly RpcReceipt[],
  transactions: readonly RpcTransaction[],
  number: number,
  writer: RlpWriter,
): EncodedReceipts {
  requireReceipts(receipts, transactions.length, number);
  return encodeEach(receipts, (rpc, i) => {
    const type = rpcTransactionType(transactions[i]!);
    return { type, raw: encodeRpcReceipt(rpc, type, writer) };
  });
}

/** A receipt as EIP-2718 bytes in which the bloom is zero. */
interface RawReceipt {
  readonly type: TransactionType;
  readonly raw: Buffer;
}

function encodeEach<Given extends object>(
  receipts: readonly Given[],
  encode: (receipt: Given, index: number) => RawReceipt,
): EncodedReceipts {
  const bloom = Buffer.alloc(256);
  const raws: Buffer[] = [];
  const contents: ReceiptContent[] = [];
  receipts.forEach((receipt, i) => {
    locate(`receipts[${i}]`, receipt, () => {
      const { type, raw } = encode(receipt, i);
      const content = decodeReceiptContent(raw, type);
      // `content.bloom` is a view of `raw`, and zero so far.
      addToBloom(content.bloom, content.logs);
      if (content.logs.length > 0) mergeBloom(bloom, content.bloom);
      raws.push(raw);
      contents.push(content);
    });
  });
  return { raws, contents, bloom };
}

function requireReceipts(receipts: readonly RpcReceipt[], expected: number, number: number): void {
  if (!Array.isArray(receipts) || (receipts.length === 0 && expected > 0)) {
    throw new BlockRefused('receipts_missing', number, { expected });
  }
  if (receipts.length !== expected) {
    throw new BlockRefused('receipts_count', number, { stated: receipts.length, expected });
  }
  const receiptIndex = (receipts as readonly (RpcReceipt | null)[]).indexOf(null);
  if (receiptIndex >= 0) throw new BlockRefused('receipts_missing', number, { receiptIndex });
}

/**
 * The block's receipts, bound by the header's root, with gas, price and created address recomputed.
 *
 * @throws BlockRefused, MalformedField
 */
export function verifyReceipts(
  sourced: SourcedBlock,
  header: Header,
  transactions: readonly Transaction[],
  encoded: EncodedReceipts,
): Receipt[] {
  const { number } = header;
  sourced.receipts.forEach((rpc, receiptIndex) => {
    const stated = parseBytes(rpc.transactionHash, `receipts[${receiptIndex}].transactionHash`, 32);
    if (!stated.equals(transactions[receiptIndex]!.hash)) {
      throw new BlockRefused('receipt_of_another_transaction', number, {
        receiptIndex,
        stated: toHex(stated),
      });
    }
  });
  requireReceiptsRoot(encoded, header);
  return sourced.receipts.map((rpc, i) =>
    locate(`receipts[${i}]`, rpc, () => {
      const record = recordAt(i, encoded, transactions, header, tracedStatus(sourced, i));
      requireStated(rpc, record, encoded.contents[i]!, transactions[i]!.type, i, number);
      return record;
    }),
  );
}

/**
 * The receipts of an archive, which states nothing besides what the root binds.
 *
 * @throws BlockRefused
 * @throws MalformedField
 */
export function verifyRawReceipts(
  receipts: readonly RawReceipt[],
  header: Header,
  transactions: readonly Transaction[],
): Receipt[] {
  if (receipts.length !== transactions.length)
    throw new BlockRefused('receipts_count', header.number, {
      stated: receipts.length,
      expected: transactions.length,
    });
  const encoded = encodeEach(receipts, (receipt) => receipt);
  requireReceiptsRoot(encoded, header);
  return receipts.map((receipt, i) =>
    locate(`receipts[${i}]`, receipt, () => recordAt(i, encoded, transactions, header)),
  );
}

function requireReceiptsRoot(encoded: EncodedReceipts, header: Header): void {
  const { number } = header;
  const root = orderedTrieRoot(encoded.raws);
  if (!root.equals(header.receiptsRoot)) {
    throw new BlockRefused('receipts_root', number, {
      stated: toHex(header.receiptsRoot),
      recomputed: toHex(root),
    });
  }
  if (!encoded.bloom.equals(header.logsBloom)) throw new BlockRefused('logs_bloom', number, { of: 'block' });
  requireGasUsed(header, encoded);
}

function recordAt(
  index: number,
  { raws, contents }: EncodedReceipts,
  transactions: readonly Transaction[],
  { baseFeePerGas }: Header,
  status?: 0 | 1,
): Receipt {
  const gasUsedBefore = contents[index - 1]?.cumulativeGasUsed ?? 0;
  return receiptRecord(
    raws[index]!,
    contents[index]!,
    transactions[index]!,
    { gasUsedBefore, baseFeePerGas },
    status,
  );
}

/**
 * Since Amsterdam (EIP-7778, EIP-8037) a block's gas counts refunds and state gas, unlike its receipts; then
 * it is not compared.
 */
function requireGasUsed(
  { number, gasUsed, blockAccessListHash }: Header,
  { contents }: EncodedReceipts,
): void {
  const recomputed = contents.at(-1)?.cumulativeGasUsed ?? 0;
  if (blockAccessListHash === undefined && recomputed !== gasUsed)
    throw new BlockRefused('gas_used', number, { stated: gasUsed, recomputed });
}

/** Outcome of a transaction by its root frame. */
function tracedStatus(sourced: SourcedBlock, transactionIndex: number): 0 | 1 | undefined {
  const root = sourced.frames?.[transactionIndex]?.[0];
  if (root === undefined) return undefined;
  return root.error === undefined ? 1 : 0;
}

/** Refuses a receipt in which a field that the root does not bind differs from the recomputed value. */
function requireStated(
  rpc: RpcReceipt,
  record: Receipt,
  content: ReceiptContent,
  transactionType: number,
  receiptIndex: number,
  number: number,
): void {
  if (isGiven(rpc.logsBloom) && !parseBytes(rpc.logsBloom, 'logsBloom', 256).equals(content.bloom)) {
    throw new BlockRefused('logs_bloom', number, { of: 'receipt', receiptIndex });
  }
  if (isGiven(rpc.type)) requireEqual('type', parseNumber(rpc.type, 'type'), transactionType);
  if (isGiven(rpc.gasUsed)) {
    requireEqual('gasUsed', parseNumber(rpc.gasUsed, 'gasUsed'), record.gasUsed);
  }
  if (isGiven(rpc.effectiveGasPrice)) {
    const stated = parseAmount(rpc.effectiveGasPrice, 'effectiveGasPrice');
    requireEqual('effectiveGasPrice', String(stated), String(record.effectiveGasPrice));
  }
  if (isGiven(rpc.contractAddress)) {
    const stated = toHex(parseBytes(rpc.contractAddress, 'contractAddress', 20));
    requireEqual('contractAddress', stated, record.contractAddress ? toHex(record.contractAddress) : 'none');
  }

  function requireEqual<T extends string | number>(field: string, stated: T, recomputed: T): void {
    const reason: RefusalReason = 'receipt_field';
    if (stated !== recomputed) {
      throw new BlockRefused(reason, number, { receiptIndex, field, stated, recomputed });
    }
  }
}
