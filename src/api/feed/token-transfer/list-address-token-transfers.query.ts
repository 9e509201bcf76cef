import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import {
  AddressTokenTransfersReader,
  type TransferPlace,
} from '../../../projection/token/address-token-transfers.reader.js';
import { ApiResponse } from '../../http/api-response.js';
import type { FeedParameters } from '../feed.parameters.js';
import type { AddressTokenTransfersDto } from './address-token-transfers.dto.js';
import { feedTokenTransferRecord } from './feed-token-transfer.record.js';

export class ListAddressTokenTransfersQuery extends Query<ApiResponse<AddressTokenTransfersDto>> {
  constructor(readonly parameters: FeedParameters) {
    super();
  }
}

@QueryHandler(ListAddressTokenTransfersQuery)
export class ListAddressTokenTransfersHandler implements IQueryHandler<ListAddressTokenTransfersQuery> {
  constructor(private readonly transfers: AddressTokenTransfersReader) {}

  async execute({
    parameters,
  }: ListAddressTokenTransfersQuery): Promise<ApiResponse<AddressTokenTransfersDto>> {
    const { address, cursor, limit } = parameters;
    const found = await this.transfers.ofAddress(address, cursor.after as TransferPlace | undefined, limit);
    const last = found.hasMore ? found.transfers.at(-1) : undefined;
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
