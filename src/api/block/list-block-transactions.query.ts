import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { BlockTransactionsReader } from '../../records/transaction/block-transactions.reader.js';
import { SignatureBook } from '../../signature/signature-book.js';
import { ChainBounds } from '../http/chain-bounds.js';
import type { Continuation } from '../http/cursor/continuation.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { UNCOVERED_BLOCK } from '../http/method/uncovered-block.js';
import { BlockParameter } from '../http/parameter/block-number.parameter.js';
import { CursorParameter } from '../http/parameter/cursor.parameter.js';
import { LimitParameter } from '../http/parameter/limit.parameter.js';
import { orAbsent } from '../http/record/or-absent.js';
import { checkInChain } from '../refusal/check-in-chain.js';
import { transactionRecord } from '../transaction/transaction.dto.js';
import { BlockTransactionsDto } from './block-transactions.dto.js';

@ChainQuery({
  operationId: 'listBlockTransactions',
  path: 'blocks/:number/transactions',
  tag: 'Blocks',
  summary: 'Transactions of a block',
  description: 'A page of the transactions of one block, in block order.',
  plan: 'Enriched Data',
  asOfBlock: 'always',
  record: BlockTransactionsDto,
  refusals: [UNCOVERED_BLOCK],
  list: { items: 'transactions', paged: true, key: ['hash'] },
})
export class ListBlockTransactionsQuery extends Query<ApiResponse<BlockTransactionsDto>> {
  @BlockParameter()
  readonly number!: number;

  @CursorParameter()
  readonly cursor!: Continuation;

  @LimitParameter(100, 50)
  readonly limit!: number;
}

@QueryHandler(ListBlockTransactionsQuery)
export class ListBlockTransactionsHandler implements IQueryHandler<ListBlockTransactionsQuery> {
  constructor(
    private readonly transactions: BlockTransactionsReader,
    private readonly bounds: ChainBounds,
    private readonly signatures: SignatureBook,
  ) {}

  async execute({
    number,
    cursor,
    limit,
  }: ListBlockTransactionsQuery): Promise<ApiResponse<BlockTransactionsDto>> {
    checkInChain(number, this.bounds.firstBlock, 'number');
    const afterIndex = cursor.after?.[0] ?? -1;
    const found = await this.transactions.ofBlock(number, this.bounds.firstBlock, afterIndex, limit + 1);
    const page = found.transactions.slice(0, limit);
    const last = found.transactions.length > limit ? page.at(-1) : undefined;
    return ApiResponse.ofBlock(
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
