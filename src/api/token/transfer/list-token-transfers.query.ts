import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CHAIN_ID } from '../../../domain/chain/record/chain-id.js';
import {
  TokenTransfersReader,
  type TransferPlace,
} from '../../../projection/token/token-transfers.reader.js';
import { ApiResponse } from '../../http/api-response.js';
import { ChainBounds } from '../../http/chain-bounds.js';
import type { TokenTransfersParameters } from '../token.parameters.js';
import { transferTokenRecord } from '../transfer-token.record.js';
import { tokenTransferRecord } from './token-transfer.record.js';
import type { TokenTransfersDto } from './token-transfers.dto.js';

export class ListTokenTransfersQuery extends Query<ApiResponse<TokenTransfersDto>> {
  constructor(readonly parameters: TokenTransfersParameters) {
    super();
  }
}

@QueryHandler(ListTokenTransfersQuery)
export class ListTokenTransfersHandler implements IQueryHandler<ListTokenTransfersQuery> {
  constructor(
    private readonly transfers: TokenTransfersReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ parameters }: ListTokenTransfersQuery): Promise<ApiResponse<TokenTransfersDto>> {
    const { token, cursor, limit } = parameters;
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
