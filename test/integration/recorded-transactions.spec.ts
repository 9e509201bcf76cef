import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { recoverAuthorizationAddress } from 'viem/utils';
import { readForkSchedule } from '../../src/definition/binding/fork-schedule.js';
import { createdAddress } from '../../src/domain/chain/codec/created-address.js';
import { decodeReceiptContent } from '../../src/domain/chain/codec/decode-receipt.js';
import { decodeTransaction } from '../../src/domain/chain/codec/decode-transaction.js';
import { effectiveGasPrice } from '../../src/domain/chain/codec/effective-gas-price.js';
import { hashHeader } from '../../src/domain/chain/codec/header-rlp.js';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import { RlpWriter } from '../../src/domain/chain/codec/rlp-writer.js';
import { blobBaseFee, blobUpdateFraction } from '../../src/domain/chain/protocol/fork-schedule.js';
import { addToBloom } from '../../src/domain/chain/protocol/logs-bloom.js';
import {
  recoverAuthorities,
  recoverTransactionSender,
} from '../../src/domain/chain/protocol/transaction-signature.js';
import type { Transaction } from '../../src/domain/chain/record/block.js';
import { orderedTrieRoot } from '../../src/domain/chain/trie/ordered-trie-root.js';
import { headerFromRpc } from '../../src/node/rpc/header-from-rpc.js';
import { encodeRpcReceipt } from '../../src/node/rpc/receipt-from-rpc.js';
import type { RpcBlock, RpcHeader, RpcReceipt, RpcTransaction } from '../../src/node/rpc/rpc-block.js';
import { encodeRpcTransaction } from '../../src/node/rpc/transaction-from-rpc.js';
import { type EtlRow, etlBlocks, etlExpectations } from '../recorded/etl-resources.js';
import { bareBlocks, linesOf, wholeBlocks } from '../recorded/recorded-block.js';
import { REFERENCE_DIRECTORY } from '../recorded/reference-directory.js';

const suite = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;
const data = REFERENCE_DIRECTORY ?? '';
const { schedule } = readForkSchedule('definitions/bindings/fork-schedule.yaml');

const writer = new RlpWriter();
const decode = (rpc: RpcTransaction): Transaction => {
  const raw = encodeRpcTransaction(rpc, writer);
  return decodeTransaction(raw, recoverTransactionSender(raw)!, recoverAuthorities(raw));
};

suite('recorded mainnet transactions (skipped without the reference directory)', () => {
  const blocks = REFERENCE_DIRECTORY === undefined ? [] : signedBlocks();

  it('have the root of their block, and the hashes and senders that nodes state', () => {
    let count = 0;
    const types = new Set<number>();
    for (const block of blocks) {
      const transactions = block.transactions.map((rpc) => decode(rpc as RpcTransaction));
      expect(toHex(orderedTrieRoot(transactions.map(({ raw }) => raw)))).toBe(block.transactionsRoot);
      // One comparison for each block, since a comparison costs more than recovering a sender.
      const rpcs = block.transactions as RpcTransaction[];
      expect(transactions.map(({ hash, from }) => [toHex(hash), toHex(from)])).toEqual(
        rpcs.map(({ hash, from }) => [hash, from.toLowerCase()]),
      );
      for (const { type } of transactions) types.add(type);
      count += transactions.length;
    }
    expect([...types].sort()).toEqual([0, 1, 2, 3, 4]);
    expect(count).toBeGreaterThan(20_000);
  });

  it('name the authorities that viem names', async () => {
    let count = 0;
    for (const block of blocks) {
      for (const rpc of block.transactions as RpcTransaction[]) {
        if (rpc.type !== '0x4') continue;
        for (const [i, { authority }] of decode(rpc).authorizationList!.entries()) {
          const tuple = rpc.authorizationList![i]!;
          const byViem = await recoverAuthorizationAddress({
            authorization: {
              chainId: Number(tuple.chainId),
              address: tuple.address as `0x${string}`,
              nonce: Number(tuple.nonce),
              r: tuple.r as `0x${string}`,
              s: tuple.s as `0x${string}`,
              yParity: Number(tuple.yParity),
            },
          });
          expect(toHex(authority!)).toBe(byViem.toLowerCase());
          count += 1;
        }
      }
    }
    expect(count).toBeGreaterThan(15);
  });

  it('offer at least the blob base fee of their blocks', () => {
    let count = 0;
    for (const block of blocks) {
      if (block.excessBlobGas === undefined) continue;
      const fraction = blobUpdateFraction(schedule, Number(block.timestamp))!;
      const fee = blobBaseFee(BigInt(block.excessBlobGas), fraction);
      for (const rpc of block.transactions as RpcTransaction[]) {
        if (rpc.maxFeePerBlobGas === undefined) continue;
        expect(BigInt(rpc.maxFeePerBlobGas)).toBeGreaterThanOrEqual(fee);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(30);
  });

  it('have each the hash, sender, price, created address and bloom that the node states', () => {
    const lines = linesOf(join(data, 'rotki/tx_receipt_block.ndjson.gz')) as {
      tx: RpcTransaction;
      receipt: RpcReceipt;
      block: RpcHeader;
    }[];
    expect(lines).toHaveLength(321);
    for (const { tx, receipt, block } of lines) {
      const transaction = decode(tx);
      expect(toHex(transaction.hash)).toBe(tx.hash);
      expect(toHex(transaction.from)).toBe(tx.from);
      const header = headerFromRpc(block, () => Buffer.alloc(256));
      expect(toHex(hashHeader(header))).toBe(block.hash);
      expect(effectiveGasPrice(transaction, header.baseFeePerGas)).toBe(BigInt(receipt.effectiveGasPrice!));
      if (receipt.contractAddress) {
        expect(toHex(createdAddress(transaction.from, transaction.nonce))).toBe(receipt.contractAddress);
      }
      const content = decodeReceiptContent(
        encodeRpcReceipt(receipt, transaction.type, writer),
        transaction.type,
      );
      addToBloom(content.bloom, content.logs);
      expect(toHex(content.bloom)).toBe(receipt.logsBloom);
    }
  });

  it('of blocks 47218 and 47219 are those that ethereum-etl reads', () => {
    const expectations = etlExpectations(data);
    for (const number of [47_218, 47_219]) {
      const { block } = etlBlocks(data).find((recorded) => Number(recorded.block.number) === number)!;
      const expected = expectations.get(number)!;
      const rpc = block as unknown as RpcBlock;
      const header = headerFromRpc(rpc, () => Buffer.alloc(256));
      expect(toHex(hashHeader(header))).toBe(expected.block.hash);
      const transactions = rpc.transactions.map((transaction) => decode(transaction as RpcTransaction));
      expect(toHex(orderedTrieRoot(transactions.map(({ raw }) => raw)))).toBe(
        expected.block.transactions_root,
      );
      expect(transactions.map(rowOf)).toEqual(expected.transactions.map(comparable));
      expect({
        number: `${header.number}`,
        gas_limit: `${header.gasLimit}`,
        gas_used: `${header.gasUsed}`,
        timestamp: `${header.timestamp}`,
        difficulty: `${header.difficulty}`,
        miner: toHex(header.beneficiary),
        extra_data: toHex(header.extraData),
        nonce: toHex(header.nonce),
        parent_hash: toHex(header.parentHash),
        sha3_uncles: toHex(header.ommersHash),
        state_root: toHex(header.stateRoot),
        receipts_root: toHex(header.receiptsRoot),
        logs_bloom: toHex(header.logsBloom),
      }).toEqual(pick(expected.block));
    }
  });
});

function signedBlocks(): RpcBlock[] {
  const rotki = linesOf(join(data, 'rotki/blocks_only.ndjson.gz')) as { block: RpcBlock }[];
  return [...wholeBlocks(data), ...bareBlocks(data), ...rotki]
    .map(({ block }) => block as unknown as RpcBlock)
    .filter(({ transactions }) => typeof transactions[0] !== 'string');
}

function rowOf(transaction: Transaction): EtlRow {
  return {
    hash: toHex(transaction.hash),
    nonce: `${transaction.nonce}`,
    from_address: toHex(transaction.from),
    to_address: transaction.to ? toHex(transaction.to) : '',
    value: `${transaction.value}`,
    gas: `${transaction.gasLimit}`,
    gas_price: `${transaction.gasPrice}`,
    input: toHex(transaction.input),
  };
}

function comparable(row: EtlRow): EtlRow {
  const columns = ['hash', 'nonce', 'from_address', 'to_address', 'value', 'gas', 'gas_price', 'input'];
  return Object.fromEntries(columns.map((column) => [column, row[column]!]));
}

function pick(row: EtlRow): EtlRow {
  const left = [
    'hash',
    'transactions_root',
    'size',
    'total_difficulty',
    'transaction_count',
    'base_fee_per_gas',
  ];
  const ofLaterForks = ['withdrawals_root', 'withdrawals', 'blob_gas_used', 'excess_blob_gas'];
  return Object.fromEntries(
    Object.entries(row).filter(([column]) => ![...left, ...ofLaterForks].includes(column)),
  );
}
