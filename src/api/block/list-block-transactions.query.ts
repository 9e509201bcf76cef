import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { BlockTransactionsReader } from '../../records/transaction/block-transactions.reader.js';
import { SignatureBook } from '../../signature/signature-book.js';
import { ApiResponse } from '../http/api-response.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { orAbsent } from '../http/record/or-absent.js';
import { checkInChain } from '../refusal/check-in-chain.js';
import { transactionRecord } from '../transaction/transaction.record.js';
import type { BlockPageParameters } from './block.parameters.js';
import type { BlockTransactionsDto } from './block-transactions.dto.js';

export class ListBlockTransactionsQuery extends Query<ApiResponse<BlockTransactionsDto>> {
  constructor(readonly parameters: BlockPageParameters) {
    super();
  }
}

@QueryHandler(ListBlockTransactionsQuery)
export class ListBlockTransactionsHandler implements IQueryHandler<ListBlockTransactionsQuery> {
  constructor(
    private readonly transactions: BlockTransactionsReader,
    private readonly bounds: ChainBounds,
    private readonly signatures: SignatureBook,
  ) {}

  async execute({ parameters }: ListBlockTransactionsQuery): Promise<ApiResponse<BlockTransactionsDto>> {
    const { number, cursor, limit } = parameters;
    checkInChain(number, this.bounds.firstBlock, 'number');
    const afterIndex = cursor.after?.[0] ?? -1;
    const found = await this.transactions.ofBlock(number, this.bounds.firstBlock, afterIndex, limit + 1);
    const page = found.transactions.slice(0, limit);
    const last = found.transactions.length > limit ? page.at(-1) : undefined;
    return new ApiResponse(
      {
        blockNumber: number,
        txCount: found.txCount,
        transactions: page.map((row) => transactionRecord(row, found.block, this.signatures)),
        ...orAbsent('nextCursor', last && cursor.at([last.txIndex])),
      },
      number,
    );
  }
}
