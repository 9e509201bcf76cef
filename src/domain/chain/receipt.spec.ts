import { type Input, RLP } from '@ethereumjs/rlp';
import { describe, expect, it } from '@jest/globals';
import { encodeRpcReceipt } from '../../node/rpc/receipt-from-rpc.js';
import type { RpcReceipt } from '../../node/rpc/rpc-block.js';
import { decodeReceiptContent, receiptRecord } from './codec/decode-receipt.js';
import { fromHex } from './codec/hex.js';
import { RlpWriter } from './codec/rlp-writer.js';
import type { Transaction } from './record/block.js';

const word = (byte: string) => `0x${byte.repeat(32)}`;
const address = `0x${'c0'.repeat(20)}`;
const rpc: RpcReceipt = {
  transactionHash: word('11'),
  status: '0x1',
  cumulativeGasUsed: '0x5208',
  logs: [
    { address, topics: [word('aa'), word('bb')], data: '0x05' },
    { address, topics: [], data: '0x' },
  ],
};
const logFields = rpc.logs.map((log) => [log.address, [...log.topics], log.data]);
const noBloom = `0x${'00'.repeat(256)}`;
const transaction = {
  type: 0,
  from: Buffer.alloc(20, 1),
  nonce: 0,
  to: Buffer.alloc(20, 2),
  gasPrice: 9n,
} as unknown as Transaction;

const encode = (receipt: RpcReceipt, type: 0 | 1 | 2 | 3 | 4 = 0) =>
  encodeRpcReceipt(receipt, type, new RlpWriter());
const rlp = (fields: Input) => Buffer.from(RLP.encode(fields));

describe('encodeRpcReceipt', () => {
  it('writes a receipt with status as @ethereumjs/rlp does, bloom left blank', () => {
    expect(encode(rpc)).toEqual(rlp([1n, 0x5208n, noBloom, logFields]));
    expect(encode({ ...rpc, status: '0x0' })).toEqual(rlp([0n, 0x5208n, noBloom, logFields]));
  });

  it('puts the type before a typed one', () => {
    expect(encode(rpc, 3)).toEqual(Buffer.concat([Buffer.from([3]), rlp([1n, 0x5208n, noBloom, logFields])]));
  });

  it('takes the pre-Byzantium root, even next to a status', () => {
    const root = word('99');
    const { status: _, ...withoutStatus } = rpc;
    expect(encode({ ...withoutStatus, root })).toEqual(rlp([root, 0x5208n, noBloom, logFields]));
    expect(encode({ ...rpc, root })).toEqual(rlp([root, 0x5208n, noBloom, logFields]));
  });

  it.each([
    [{ status: undefined }, 'status is missing'],
    [{ cumulativeGasUsed: undefined }, 'cumulativeGasUsed is missing'],
    [{ root: '0x00' }, 'root has 1 bytes instead of 32'],
    [{ logs: undefined }, 'logs is missing'],
    [{ logs: [null] }, 'logs holds no log'],
    [{ logs: [{ address: '0x', topics: [], data: '0x' }] }, 'logs.address has 0 bytes instead of 20'],
    [{ logs: [{ address, topics: ['0x11'], data: '0x' }] }, 'logs.topics has 1 bytes instead of 32'],
    [{ logs: [{ address, topics: [], data: '0x1' }] }, 'logs.data has an odd number of digits'],
  ])('names the field: %j', (change, message) => {
    expect(() => encode({ ...rpc, ...change } as unknown as RpcReceipt)).toThrow(message);
  });
});

describe('decodeReceiptContent', () => {
  it('reads status, gas and logs', () => {
    const content = decodeReceiptContent(encode(rpc), 0);
    expect(content).toMatchObject({ status: 1, cumulativeGasUsed: 21_000, bloom: Buffer.alloc(256) });
    expect(content.logs).toEqual([
      {
        address: fromHex(address),
        topics: [fromHex(word('aa')), fromHex(word('bb'))],
        data: Buffer.from([5]),
      },
      { address: fromHex(address), topics: [], data: Buffer.alloc(0) },
    ]);
    expect(decodeReceiptContent(encode({ ...rpc, status: '0x0' }), 0).status).toBe(0);
    expect('status' in decodeReceiptContent(encode({ ...rpc, root: word('99') }), 0)).toBe(false);
  });

  it('refuses another type, another status and more than four topics', () => {
    expect(() => decodeReceiptContent(encode(rpc, 2), 1)).toThrow(
      'receipt.type is not that of its transaction',
    );
    expect(() => decodeReceiptContent(encode({ ...rpc, status: '0x2' }), 0)).toThrow(
      'status is neither 0 nor 1',
    );
    const logs = [{ address, topics: Array<string>(5).fill(word('aa')), data: '0x' }];
    expect(() => decodeReceiptContent(encode({ ...rpc, logs }), 0)).toThrow('logs.topics are more than four');
  });
});

describe('receiptRecord', () => {
  const raw = encode({ ...rpc, root: word('99') });
  const content = decodeReceiptContent(raw, 0);

  it('takes the outcome from traces before Byzantium only', () => {
    expect(receiptRecord(raw, content, transaction, { gasUsedBefore: 0 }, 0).status).toBe(0);
    expect('status' in receiptRecord(raw, content, transaction, { gasUsedBefore: 0 })).toBe(false);
    const sinceByzantium = decodeReceiptContent(encode(rpc), 0);
    expect(receiptRecord(raw, sinceByzantium, transaction, { gasUsedBefore: 0 }, 0).status).toBe(1);
  });

  it('computes gas and price of this transaction alone', () => {
    expect(receiptRecord(raw, content, transaction, { gasUsedBefore: 1_000 })).toMatchObject({
      gasUsed: 20_000,
      cumulativeGasUsed: 21_000,
      effectiveGasPrice: 9n,
    });
    expect(() => receiptRecord(raw, content, transaction, { gasUsedBefore: 21_001 })).toThrow('less than');
  });

  it('pays the base fee and as much of the tip as the cap allows', () => {
    const { gasPrice: _, ...rest } = transaction;
    const bid = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint) =>
      receiptRecord(
        raw,
        content,
        { ...rest, maxFeePerGas, maxPriorityFeePerGas },
        { gasUsedBefore: 0, baseFeePerGas: 100n },
      ).effectiveGasPrice;
    expect(bid(150n, 7n)).toBe(107n);
    expect(bid(103n, 7n)).toBe(103n);
    expect(() => receiptRecord(raw, content, { ...rest, maxFeePerGas: 1n }, { gasUsedBefore: 0 })).toThrow(
      'baseFeePerGas is missing',
    );
  });
});
