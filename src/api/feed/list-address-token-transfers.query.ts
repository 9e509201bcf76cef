import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Address } from '../../domain/chain/hex.js';
import {
  AddressTokenTransfersReader,
  type TransferPlace,
} from '../../projection/token/address-token-transfers.reader.js';
import type { Continuation } from '../http/cursor/continuation.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { AddressParameter } from '../http/parameter/address.parameter.js';
import { CursorParameter } from '../http/parameter/cursor.parameter.js';
import { LimitParameter } from '../http/parameter/limit.parameter.js';
import { AddressTokenTransfersDto } from './address-token-transfers.dto.js';
import { feedTokenTransferRecord } from './feed-token-transfer.dto.js';

@ChainQuery({
  operationId: 'listAddressTokenTransfers',
  path: 'addresses/:address/token-transfers',
  tag: 'Addresses',
  summary: 'Token transfers of an address',
  description:
    'A page of the token transfers from and to the address, newest first: ERC-20, ERC-721, ERC-1155 and ERC-777, ' +
    'with mints and burns, and one row for each element of a batch. Only events of exactly the shape of a standard ' +
    'count. Missing blocks are skipped; `/coverage` lists them.',
  plan: 'Enriched Data',
  asOfBlock: 'optional',
  record: AddressTokenTransfersDto,
  refusals: [],
  list: { items: 'transfers', paged: true, newestFirst: true, cursorsByBlock: true },
})
export class ListAddressTokenTransfersQuery extends Query<ApiResponse<AddressTokenTransfersDto>> {
  @AddressParameter()
  readonly address!: Address;

  @CursorParameter()
  readonly cursor!: Continuation;

  @LimitParameter(100, 25)
  readonly limit!: number;
}

@QueryHandler(ListAddressTokenTransfersQuery)
export class ListAddressTokenTransfersHandler implements IQueryHandler<ListAddressTokenTransfersQuery> {
  constructor(private readonly transfers: AddressTokenTransfersReader) {}

  async execute({
    address,
    cursor,
    limit,
  }: ListAddressTokenTransfersQuery): Promise<ApiResponse<AddressTokenTransfersDto>> {
    const found = await this.transfers.ofAddress(address, cursor.after as TransferPlace | undefined, limit);
    const last = found.hasMore ? found.transfers.at(-1)?.movement : undefined;
    return new ApiResponse(
      {
        address,
        transfers: found.transfers.map((row) => feedTokenTransferRecord(row, address)),
        ...(last && {
          nextCursor: cursor.at([last.blockNumber, last.txIndex, last.logIndex, last.batchIndex]),
        }),
      },
      found.headNumber,
    );
  }
}
