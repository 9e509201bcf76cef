import { expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type {
  TokenTransferRow,
  TransactionTokenTransfersReader,
} from '../../projection/token/transaction-token-transfers.reader.js';
import type { TransactionFramesReader } from '../../records/frame/transaction-frames.reader.js';
import type { TransactionReader } from '../../records/transaction/transaction.reader.js';
import type { SignatureBook } from '../../signature/signature-book.js';
import type { ChainBounds } from '../http/chain-bounds.js';
import { GetTransactionFlowHandler, GetTransactionFlowQuery } from './get-transaction-flow.query.js';

const address = `0x${'11'.repeat(20)}` as const;
const hash = `0x${'22'.repeat(32)}` as const;
const row = {
  token: address,
  movement: { shape: 'erc20', from: address, to: address, value: '1' },
  described: { symbol: null, name: null, decimals: null },
} as unknown;

const connection = { on() {}, removeListener() {}, async query() {}, release() {} };

it('counts the transfers of a transaction that are not listed', async () => {
  const countOf = async (all: number) => {
    const transfers = Array.from({ length: all }, () => row as TokenTransferRow);
    const handler = new GetTransactionFlowHandler(
      { connect: async () => connection } as unknown as Pool,
      {
        ofTransaction: async () => ({ blockNumber: 1, frameCount: 0 }),
      } as unknown as TransactionFramesReader,
      {
        ofTransaction: async (_: string, most: number) => transfers.slice(0, most),
      } as unknown as TransactionTokenTransfersReader,
      { byHash: async () => ({ tokenTransferCount: all }) } as unknown as TransactionReader,
      { firstBlock: 1 } as ChainBounds,
      {} as SignatureBook,
    );
    const { data } = await handler.execute(Object.assign(new GetTransactionFlowQuery(), { hash }));
    return [data.transfers.length, data.transferCount];
  };
  expect(await countOf(999)).toEqual([999, 999]);
  expect(await countOf(1_000)).toEqual([1_000, 1_000]);
  expect(await countOf(1_001)).toEqual([1_000, 1_001]);
});
