import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { InternalTransfersReader } from '../../records/frame/internal-transfers.reader.js';
import { ApiResponse } from '../http/api-response.js';
import type { Position } from '../http/cursor/continuation.js';
import { orAbsent } from '../http/record/or-absent.js';
import type { AddressInternalTransfersDto } from './address-internal-transfers.dto.js';
import type { FeedParameters } from './feed.parameters.js';
import { feedInternalTransferRecord } from './feed-internal-transfer.record.js';

export class ListAddressInternalTransfersQuery extends Query<ApiResponse<AddressInternalTransfersDto>> {
  constructor(readonly parameters: FeedParameters) {
    super();
  }
}

@QueryHandler(ListAddressInternalTransfersQuery)
export class ListAddressInternalTransfersHandler implements IQueryHandler<ListAddressInternalTransfersQuery> {
  constructor(private readonly transfers: InternalTransfersReader) {}

  async execute({
    parameters,
  }: ListAddressInternalTransfersQuery): Promise<ApiResponse<AddressInternalTransfersDto>> {
    const { address, cursor, limit } = parameters;
    const found = await this.transfers.ofAddress(address, placeAt(cursor.after), limit);
    const { last } = found;
    return new ApiResponse(
      {
        address,
        transfers: found.transfers.map((row) => feedInternalTransferRecord(row, address)),
        ...orAbsent('nextCursor', last && cursor.at([last.blockNumber, last.txIndex, last.ordinal])),
      },
      found.headNumber,
    );
  }
}

function placeAt(position: Position | undefined) {
  if (!position) return undefined;
  const [blockNumber = 0, txIndex = 0, ordinal = 0] = position;
  return { blockNumber, txIndex, ordinal };
}
