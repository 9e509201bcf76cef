import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Address } from '../../../domain/chain/hex.js';
import { CHAIN_ID } from '../../../domain/chain/record/chain-id.js';
import {
  TokenTransfersReader,
  type TransferPlace,
} from '../../../projection/token/token-transfers.reader.js';
import { ChainBounds } from '../../http/chain-bounds.js';
import type { Continuation } from '../../http/cursor/continuation.js';
import { ApiResponse } from '../../http/method/api-response.js';
import { ChainQuery } from '../../http/method/chain-query.decorator.js';
import { AddressParameter } from '../../http/parameter/address.parameter.js';
import { CursorParameter } from '../../http/parameter/cursor.parameter.js';
import { LimitParameter } from '../../http/parameter/limit.parameter.js';
import { transferTokenRecord } from '../described/transfer-token.dto.js';
import { UNCOVERED_TOKEN } from '../described/uncovered-token.js';
import { tokenTransferRecord } from './token-transfer.dto.js';
import { TokenTransfersDto } from './token-transfers.dto.js';

@ChainQuery({
  operationId: 'listTokenTransfers',
  path: 'tokens/:token/transfers',
  tag: 'Tokens',
  plan: 'Enriched Data',
  asOfBlock: 'optional',
  refusals: UNCOVERED_TOKEN,
  summary: 'Transfers of a token',
  description:
    'A page of the transfers of the token, newest first, with mints and burns, and one row for each element of a ' +
    'batch.',
  record: TokenTransfersDto,
  list: { items: 'transfers', paged: true, newestFirst: true, cursorsByBlock: true },
})
export class ListTokenTransfersQuery extends Query<ApiResponse<TokenTransfersDto>> {
  @AddressParameter()
  readonly token!: Address;

  @CursorParameter()
  readonly cursor!: Continuation;

  @LimitParameter(100, 25)
  readonly limit!: number;
}

@QueryHandler(ListTokenTransfersQuery)
export class ListTokenTransfersHandler implements IQueryHandler<ListTokenTransfersQuery> {
  constructor(
    private readonly transfers: TokenTransfersReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ token, cursor, limit }: ListTokenTransfersQuery): Promise<ApiResponse<TokenTransfersDto>> {
    const before = cursor.after as TransferPlace | undefined;
    const found = await this.transfers.ofToken(token, this.bounds.firstBlock, before, limit);
    const last = found.hasMore ? found.transfers.at(-1) : undefined;
    return new ApiResponse(
      {
        chainId: CHAIN_ID,
        token: transferTokenRecord(token, found),
        transfers: found.transfers.map(tokenTransferRecord),
        ...(last && {
          nextCursor: cursor.at([last.blockNumber, last.txIndex, last.logIndex, last.batchIndex]),
        }),
      },
      found.headNumber,
    );
  }
}
