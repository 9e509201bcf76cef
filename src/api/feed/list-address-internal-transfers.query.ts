import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Address } from '../../domain/chain/hex.js';
import { InternalTransfersReader } from '../../records/frame/internal-transfers.reader.js';
import type { Continuation, Position } from '../http/cursor/continuation.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { AddressParameter } from '../http/parameter/address.parameter.js';
import { CursorParameter } from '../http/parameter/cursor.parameter.js';
import { LimitParameter } from '../http/parameter/limit.parameter.js';
import { orAbsent } from '../http/record/or-absent.js';
import { AddressInternalTransfersDto } from './address-internal-transfers.dto.js';
import { feedInternalTransferRecord } from './feed-internal-transfer.dto.js';

@ChainQuery({
  operationId: 'listAddressInternalTransfers',
  path: 'addresses/:address/internal-transfers',
  tag: 'Addresses',
  summary: 'Internal transfers of an address',
  description:
    'A page of the ether that the address paid or received inside transactions, newest first. Reverted payments ' +
    'are listed too, as `reverted`. Blocks that are missing or have no call traces are skipped; `/coverage` lists ' +
    'them.',
  plan: 'Enriched Data',
  asOfBlock: 'optional',
  record: AddressInternalTransfersDto,
  refusals: [],
  list: {
    items: 'transfers',
    paged: true,
    key: ['txHash', 'callPath'],
    newestFirst: true,
    cursorsByBlock: true,
  },
})
export class ListAddressInternalTransfersQuery extends Query<ApiResponse<AddressInternalTransfersDto>> {
  @AddressParameter()
  readonly address!: Address;

  @CursorParameter()
  readonly cursor!: Continuation;

  @LimitParameter(100, 25)
  readonly limit!: number;
}

@QueryHandler(ListAddressInternalTransfersQuery)
export class ListAddressInternalTransfersHandler implements IQueryHandler<ListAddressInternalTransfersQuery> {
  constructor(private readonly transfers: InternalTransfersReader) {}

  async execute({
    address,
    cursor,
    limit,
  }: ListAddressInternalTransfersQuery): Promise<ApiResponse<AddressInternalTransfersDto>> {
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
