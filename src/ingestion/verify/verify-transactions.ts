import { decodeTransaction } from '../../domain/chain/codec/decode-transaction.js';
import { parseBytes, toHex } from '../../domain/chain/codec/hex.js';
import { MalformedField } from '../../domain/chain/codec/malformed-field.js';
import type { RlpWriter } from '../../domain/chain/codec/rlp-writer.js';
import { GAS_PER_BLOB } from '../../domain/chain/protocol/blob-gas.js';
import {
  recoverAuthorities,
  recoverTransactionSender,
} from '../../domain/chain/protocol/transaction-signature.js';
import type { Header, Transaction } from '../../domain/chain/record/block.js';
import { orderedTrieRoot } from '../../domain/chain/trie/ordered-trie-root.js';
import type { RpcBlock, RpcTransaction } from '../../node/rpc/rpc-block.js';
import { encodeRpcTransaction, isSigned } from '../../node/rpc/transaction-from-rpc.js';
import { BlockRefused } from './finding/block-refused.js';
import { locate } from './locate.js';

/** Far more wei than exists, and small enough that no sum over a block exceeds 256 bits. */
const MOST_WEI = 2n ** 128n;

/**
 * The block's transactions, if all are objects with signatures.
 *
 * @throws BlockRefused
 * @throws MalformedField
 */
export function signedTransactions(block: RpcBlock, number: number): readonly RpcTransaction[] {
  if (!Array.isArray(block.transactions)) throw new MalformedField('transactions', 'is missing');
  return block.transactions.map((rpc, transactionIndex) => {
    if (rpc === null || (typeof rpc !== 'object' && typeof rpc !== 'string')) {
      throw new MalformedField(`transactions[${transactionIndex}]`, 'is not an object');
    }
    if (typeof rpc === 'object' && isSigned(rpc)) return rpc;
    const form = typeof rpc === 'string' ? 'hash only' : 'object';
    throw new BlockRefused('transaction_without_signature', number, { transactionIndex, form });
  });
}

/**
 * The block's transactions, bound by the header's root; senders and hashes recomputed.
 *
 * @throws BlockRefused, MalformedField
 */
export function verifyTransactions(
  rpcs: readonly RpcTransaction[],
  header: Header,
  writer: RlpWriter,
): Transaction[] {
  const raws = rpcs.map((rpc, i) =>
    locate(`transactions[${i}]`, rpc, () => encodeRpcTransaction(rpc, writer)),
  );
  requireTransactionsRoot(raws, header);
  const transactions = rpcs.map((rpc, i) =>
    locate(`transactions[${i}]`, rpc, () => verifyTransaction(rpc, raws[i]!, i, header.number)),
  );
  verifyBlobGas(transactions, header);
  return transactions;
}

/**
 * The transactions of an archive, which states neither senders nor hashes.
 *
 * @throws BlockRefused
 * @throws MalformedField
 */
export function verifyRawTransactions(raws: readonly Buffer[], header: Header): Transaction[] {
  requireTransactionsRoot(raws, header);
  const transactions = raws.map((raw, transactionIndex) =>
    locate(`transactions[${transactionIndex}]`, raw, () => {
      const from = recoverTransactionSender(raw);
      if (from === undefined)
        throw new BlockRefused('forged_sender', header.number, { transactionIndex, recovered: 'nobody' });
      return plausible(
        decodeTransaction(raw, from, recoverAuthorities(raw)),
        transactionIndex,
        header.number,
      );
    }),
  );
  verifyBlobGas(transactions, header);
  return transactions;
}

function requireTransactionsRoot(raws: readonly Buffer[], header: Header): void {
  const root = orderedTrieRoot(raws);
  if (root.equals(header.transactionsRoot)) return;
  throw new BlockRefused('transactions_root', header.number, {
    stated: toHex(header.transactionsRoot),
    recomputed: toHex(root),
  });
}

function verifyTransaction(
  rpc: RpcTransaction,
  raw: Buffer,
  transactionIndex: number,
  number: number,
): Transaction {
  const stated = parseBytes(rpc.from, 'from', 20);
  const from = recoverTransactionSender(raw);
  if (from === undefined || !from.equals(stated)) {
    throw new BlockRefused('forged_sender', number, {
      transactionIndex,
      stated: toHex(stated),
      recovered: from === undefined ? 'nobody' : toHex(from),
    });
  }
  const transaction = decodeTransaction(raw, from, recoverAuthorities(raw));
  const statedHash = parseBytes(rpc.hash, 'hash', 32);
  if (!transaction.hash.equals(statedHash)) {
    throw new BlockRefused('transaction_hash', number, {
      transactionIndex,
      stated: toHex(statedHash),
      recomputed: toHex(transaction.hash),
    });
  }
  return plausible(transaction, transactionIndex, number);
}

/** Refuses values and fees that no sender can pay. */
function plausible(transaction: Transaction, transactionIndex: number, number: number): Transaction {
  if (transaction.value > MOST_WEI || (transaction.gasPrice ?? transaction.maxFeePerGas!) > MOST_WEI) {
    throw new BlockRefused('amount', number, { transactionIndex });
  }
  return transaction;
}

function verifyBlobGas(transactions: readonly Transaction[], header: Header): void {
  let blobs = 0;
  for (const { blobVersionedHashes } of transactions) blobs += blobVersionedHashes?.length ?? 0;
  const stated = header.blobGasUsed ?? 0;
  if (blobs * GAS_PER_BLOB !== stated) {
    throw new BlockRefused('blob_gas', header.number, { stated, recomputed: blobs * GAS_PER_BLOB });
  }
}
