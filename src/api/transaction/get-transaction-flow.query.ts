import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Pool, type PoolClient } from 'pg';
import type { Hash } from '../../domain/chain/hex.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import { TransactionTokenTransfersReader } from '../../projection/token/transaction-token-transfers.reader.js';
import { TransactionFramesReader } from '../../records/frame/transaction-frames.reader.js';
import { TransactionReader } from '../../records/transaction/transaction.reader.js';
import { SignatureBook } from '../../signature/signature-book.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { TransactionHashParameter } from '../http/parameter/hash.parameter.js';
import { callFrameRecord } from './call-frame.dto.js';
import { flowTokenTransferRecord, MOST_STEPS, TransactionFlowDto } from './transaction-flow.dto.js';

@ChainQuery({
  operationId: 'getTransactionFlow',
  path: 'transactions/:hash/flow',
  tag: 'Transactions',
  summary: 'Calls and transfers of a transaction',
  description:
    'Every call of one transaction and every token transfer in it, in order. Calls are attested by the node that ' +
    'traced the block; transfers are events of the tokens.',
  plan: 'Enriched Data',
  asOfBlock: 'always',
  beyondSeed: true,
  record: TransactionFlowDto,
  refusals: [
    { code: 'not_found', reasons: [], when: 'No transaction has this hash.' },
    {
      code: 'block_not_available',
      reasons: ['coverage_gap'],
      when: 'No transaction held has this hash, and blocks are missing between the first and the newest.',
    },
  ],
})
export class GetTransactionFlowQuery extends Query<ApiResponse<TransactionFlowDto>> {
  @TransactionHashParameter()
  readonly hash!: Hash;
}

@QueryHandler(GetTransactionFlowQuery)
export class GetTransactionFlowHandler implements IQueryHandler<GetTransactionFlowQuery> {
  constructor(
    private readonly pool: Pool,
    private readonly frames: TransactionFramesReader,
    private readonly transfers: TransactionTokenTransfersReader,
    private readonly transactions: TransactionReader,
    private readonly bounds: ChainBounds,
    private readonly signatures: SignatureBook,
  ) {}

  execute({ hash }: GetTransactionFlowQuery): Promise<ApiResponse<TransactionFlowDto>> {
    // One snapshot, because the block may be replaced between two statements, and a transaction without a
    // block has no transfers.
    return inTransaction(this.pool, (tx) => this.#flow(hash, tx), { isolation: 'repeatable read' });
  }

  async #flow(hash: Hash, tx: PoolClient): Promise<ApiResponse<TransactionFlowDto>> {
    const { firstBlock } = this.bounds;
    const { blockNumber, frames, frameCount } = await this.frames.ofTransaction(
      hash,
      firstBlock,
      MOST_STEPS,
      tx,
    );
    const transfers = await this.transfers.ofTransaction(hash, MOST_STEPS, tx);
    const transferCount =
      transfers.length < MOST_STEPS
        ? transfers.length
        : (await this.transactions.byHash(hash, firstBlock, tx)).tokenTransferCount;
    const flow: TransactionFlowDto = {
      chainId: CHAIN_ID,
      txHash: hash,
      blockNumber,
      ...(frames && { frames: frames.map((row) => callFrameRecord(row, this.signatures)), frameCount }),
      transfers: transfers.map(flowTokenTransferRecord),
      transferCount,
    };
    return ApiResponse.ofBlock(flow, blockNumber, frames !== undefined);
  }
}
