import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { AddressTransactionsReader } from '../../records/transaction/address-transactions.reader.js';
import { SignatureBook } from '../../signature/signature-book.js';
import { ApiResponse } from '../http/api-response.js';
import type { Position } from '../http/cursor/continuation.js';
import { orAbsent } from '../http/record/or-absent.js';
import type { AddressTransactionsDto } from './address-transactions.dto.js';
import type { FeedParameters } from './feed.parameters.js';
import { feedTransactionRecord } from './feed-transaction.record.js';

export class ListAddressTransactionsQuery extends Query<ApiResponse<AddressTransactionsDto>> {
  constructor(readonly parameters: FeedParameters) {
    super();
  }
}

@QueryHandler(ListAddressTransactionsQuery)
export class ListAddressTransactionsHandler implements IQueryHandler<ListAddressTransactionsQuery> {
  constructor(
    private readonly transactions: AddressTransactionsReader,
    private readonly signatures: SignatureBook,
  ) {}

  async execute({ parameters }: ListAddressTransactionsQuery): Promise<ApiResponse<AddressTransactionsDto>> {
    const { address, cursor, limit } = parameters;
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
