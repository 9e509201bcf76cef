import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Address } from '../../domain/chain/hex.js';
import { AddressTransactionsReader } from '../../records/transaction/address-transactions.reader.js';
import { SignatureBook } from '../../signature/signature-book.js';
import type { Continuation, Position } from '../http/cursor/continuation.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { AddressParameter } from '../http/parameter/address.parameter.js';
import { CursorParameter } from '../http/parameter/cursor.parameter.js';
import { LimitParameter } from '../http/parameter/limit.parameter.js';
import { orAbsent } from '../http/record/or-absent.js';
import { AddressTransactionsDto } from './address-transactions.dto.js';
import { feedTransactionRecord } from './feed-transaction.dto.js';

@ChainQuery({
  operationId: 'listAddressTransactions',
  path: 'addresses/:address/transactions',
  tag: 'Addresses',
  summary: 'Transactions of an address',
  description:
    'A page of the transactions that the address sent or received, newest first. A transaction that creates a ' +
    'contract is listed for its sender only. Missing blocks are skipped; `/coverage` lists them.',
  plan: 'Enriched Data',
  asOfBlock: 'optional',
  record: AddressTransactionsDto,
  refusals: [],
  list: { items: 'transactions', paged: true, key: ['hash'], newestFirst: true, cursorsByBlock: true },
})
export class ListAddressTransactionsQuery extends Query<ApiResponse<AddressTransactionsDto>> {
  @AddressParameter()
  readonly address!: Address;

  @CursorParameter()
  readonly cursor!: Continuation;

  @LimitParameter(100, 25)
  readonly limit!: number;
}

@QueryHandler(ListAddressTransactionsQuery)
export class ListAddressTransactionsHandler implements IQueryHandler<ListAddressTransactionsQuery> {
  constructor(
    private readonly transactions: AddressTransactionsReader,
    private readonly signatures: SignatureBook,
  ) {}

  async execute({
    address,
    cursor,
    limit,
  }: ListAddressTransactionsQuery): Promise<ApiResponse<AddressTransactionsDto>> {
    const found = await this.transactions.ofAddress(address, placeAt(cursor.after), limit + 1);
    const page = found.transactions.slice(0, limit);
    const last = found.transactions.length > limit ? page.at(-1) : undefined;
    return new ApiResponse(
      {
        address,
        transactions: page.map((row) => feedTransactionRecord(row, address, this.signatures)),
        ...orAbsent('nextCursor', last && cursor.at([last.blockNumber, last.txIndex])),
      },
      found.headNumber,
    );
  }
}

function placeAt(position: Position | undefined) {
  if (!position) return undefined;
  const [blockNumber = 0, txIndex = 0] = position;
  return { blockNumber, txIndex };
}
