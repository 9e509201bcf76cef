import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Hash } from '../../domain/chain/hex.js';
import { TransactionReader } from '../../records/transaction/transaction.reader.js';
import { SignatureBook } from '../../signature/signature-book.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { TransactionHashParameter } from '../http/parameter/hash.parameter.js';
import { orAbsent } from '../http/record/or-absent.js';
import { transactionRecord } from './transaction.dto.js';
import { TransactionDetailDto } from './transaction-detail.dto.js';

@ChainQuery({
  operationId: 'getTransaction',
  path: 'transactions/:hash',
  tag: 'Transactions',
  summary: 'One transaction',
  description:
    'One transaction by its hash. While blocks are missing, an unknown hash is refused with 422, not 404.',
  plan: 'Enriched Data',
  asOfBlock: 'always',
  record: TransactionDetailDto,
  refusals: [
    { code: 'not_found', reasons: [], when: 'No transaction has this hash.' },
    {
      code: 'block_not_available',
      reasons: ['coverage_gap'],
      when: 'No transaction held has this hash, and blocks are missing between the first and the newest.',
    },
  ],
})
export class GetTransactionQuery extends Query<ApiResponse<TransactionDetailDto>> {
  @TransactionHashParameter()
  readonly hash!: Hash;
}

@QueryHandler(GetTransactionQuery)
export class GetTransactionHandler implements IQueryHandler<GetTransactionQuery> {
  constructor(
    private readonly transactions: TransactionReader,
    private readonly bounds: ChainBounds,
    private readonly signatures: SignatureBook,
  ) {}

  async execute({ hash }: GetTransactionQuery): Promise<ApiResponse<TransactionDetailDto>> {
    const found = await this.transactions.byHash(hash, this.bounds.firstBlock);
    return ApiResponse.ofBlock(
      {
        ...transactionRecord(found, found, this.signatures),
        input: found.input,
        ...orAbsent('internalTransferCount', found.internalTransferCount),
        tokenTransferCount: found.tokenTransferCount,
        ...orAbsent('failedFrameCount', found.failedFrameCount),
      },
      found.blockNumber,
      found.internalTransferCount !== null && found.failedFrameCount !== null,
    );
  }
}
