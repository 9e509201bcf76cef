import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { TransactionReader } from '../../records/transaction/transaction.reader.js';
import { SignatureBook } from '../../signature/signature-book.js';
import { ApiResponse } from '../http/api-response.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { orAbsent } from '../http/record/or-absent.js';
import type { TransactionHashParameters } from './transaction.parameters.js';
import { transactionRecord } from './transaction.record.js';
import type { TransactionDetailDto } from './transaction-detail.dto.js';

export class GetTransactionQuery extends Query<ApiResponse<TransactionDetailDto>> {
  constructor(readonly parameters: TransactionHashParameters) {
    super();
  }
}

@QueryHandler(GetTransactionQuery)
export class GetTransactionHandler implements IQueryHandler<GetTransactionQuery> {
  constructor(
    private readonly transactions: TransactionReader,
    private readonly bounds: ChainBounds,
    private readonly signatures: SignatureBook,
  ) {}

  async execute({ parameters: { hash } }: GetTransactionQuery): Promise<ApiResponse<TransactionDetailDto>> {
    const found = await this.transactions.byHash(hash, this.bounds.firstBlock);
    return new ApiResponse(
      {
        ...transactionRecord(found, found, this.signatures),
        input: found.input,
        ...orAbsent('internalTransferCount', found.internalTransferCount),
        tokenTransferCount: found.tokenTransferCount,
        ...orAbsent('failedFrameCount', found.failedFrameCount),
      },
      found.blockNumber,
    );
  }
}
