import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { FailedFramesReader } from '../../records/frame/failed-frames.reader.js';
import { SignatureBook } from '../../signature/signature-book.js';
import { ApiResponse } from '../http/api-response.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { failedCallFrameRecord } from './failed-call-frame.record.js';
import type { FailedFramesDto } from './failed-frames.dto.js';
import type { TransactionHashParameters } from './transaction.parameters.js';

export class ListFailedFramesQuery extends Query<ApiResponse<FailedFramesDto>> {
  constructor(readonly parameters: TransactionHashParameters) {
    super();
  }
}

@QueryHandler(ListFailedFramesQuery)
export class ListFailedFramesHandler implements IQueryHandler<ListFailedFramesQuery> {
  constructor(
    private readonly frames: FailedFramesReader,
    private readonly bounds: ChainBounds,
    private readonly signatures: SignatureBook,
  ) {}

  async execute({ parameters: { hash } }: ListFailedFramesQuery): Promise<ApiResponse<FailedFramesDto>> {
    const found = await this.frames.ofTransaction(hash, this.bounds.firstBlock);
    const { blockNumber, contractAddress } = found;
    const frames = found.frames.map((row) => failedCallFrameRecord(row, contractAddress, this.signatures));
    return new ApiResponse({ chainId: CHAIN_ID, txHash: hash, blockNumber, frames }, blockNumber);
  }
}
