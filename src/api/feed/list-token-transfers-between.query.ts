import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Address } from '../../domain/chain/hex.js';
import {
  AddressTokenTransfersReader,
  type TransferPlace,
} from '../../projection/token/address-token-transfers.reader.js';
import { ChainBounds } from '../http/chain-bounds.js';
import type { Continuation } from '../http/cursor/continuation.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { AddressParameter } from '../http/parameter/address.parameter.js';
import { CursorParameter } from '../http/parameter/cursor.parameter.js';
import { LimitParameter } from '../http/parameter/limit.parameter.js';
import { AddressTokenTransfersDto } from './address-token-transfers.dto.js';
import { feedTokenTransferRecord } from './feed-token-transfer.dto.js';

@ChainQuery({
  operationId: 'listTokenTransfersBetween',
  path: 'addresses/:address/counterparties/:counterparty/token-transfers',
  tag: 'Addresses',
  summary: 'Token transfers between two addresses',
  description:
    'The token transfers between the address and one counterparty, newest first. A page reads at most 10,000 ' +
    'transfers of the address: it may have few rows or none, although `nextCursor` says that there are older ones ' +
    'to read. If a page spans a missing block, the answer is 422.',
  plan: 'Enriched Data',
  asOfBlock: 'optional',
  beyondSeed: true,
  record: AddressTokenTransfersDto,
  refusals: [
    {
      code: 'block_not_available',
      reasons: ['coverage_gap'],
      when: 'Blocks are missing among those that the page spans. The last page reaches down to the first block of the chain.',
    },
  ],
  list: { items: 'transfers', paged: true, newestFirst: true, cursorsByBlock: true },
})
export class ListTokenTransfersBetweenQuery extends Query<ApiResponse<AddressTokenTransfersDto>> {
  @AddressParameter()
  readonly address!: Address;

  @AddressParameter('The other side, any letter case.')
  readonly counterparty!: Address;

  @CursorParameter()
  readonly cursor!: Continuation;

  @LimitParameter(100, 25)
  readonly limit!: number;
}

@QueryHandler(ListTokenTransfersBetweenQuery)
export class ListTokenTransfersBetweenHandler implements IQueryHandler<ListTokenTransfersBetweenQuery> {
  constructor(
    private readonly transfers: AddressTokenTransfersReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute(query: ListTokenTransfersBetweenQuery): Promise<ApiResponse<AddressTokenTransfersDto>> {
    const { address, counterparty, cursor, limit } = query;
    const found = await this.transfers.between(
      address,
      counterparty,
      this.bounds.firstBlock,
      cursor.after as TransferPlace | undefined,
      limit,
    );
    return new ApiResponse(
      {
        address,
        transfers: found.transfers.map((row) => feedTokenTransferRecord(row, address)),
        ...(found.next && { nextCursor: cursor.at(found.next) }),
      },
      found.headNumber,
    );
  }
}
