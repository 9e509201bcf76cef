import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Hash } from '../../domain/chain/hex.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import {
  type FailedFrameRow,
  type FailedFrameRows,
  FailedFramesReader,
} from '../../records/frame/failed-frames.reader.js';
import { SignatureBook } from '../../signature/signature-book.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { LargeAnswers, ROWS_AT_ONCE } from '../http/method/large-answers.js';
import { TransactionHashParameter } from '../http/parameter/hash.parameter.js';
import { type FailedCallFrameDto, failedCallFrameRecord } from './failed-call-frame.dto.js';
import { FailedFramesDto } from './failed-frames.dto.js';

@ChainQuery({
  operationId: 'listFailedFrames',
  path: 'transactions/:hash/failed-frames',
  tag: 'Transactions',
  summary: 'Failed call frames of a transaction',
  description:
    'The failed call frames of one transaction, whether or not the transaction itself failed. The list is empty if ' +
    'all frames succeeded. While the traces of the block are missing, the answer is 422.',
  plan: 'Enriched Data',
  asOfBlock: 'always',
  record: FailedFramesDto,
  refusals: [
    { code: 'not_found', reasons: [], when: 'No transaction has this hash.' },
    {
      code: 'block_not_available',
      reasons: ['coverage_gap'],
      when: 'The traces of its block are missing; or no transaction held has this hash, and blocks are missing between the first and the newest.',
    },
  ],
})
export class ListFailedFramesQuery extends Query<ApiResponse<FailedFramesDto>> {
  @TransactionHashParameter()
  readonly hash!: Hash;
}

@QueryHandler(ListFailedFramesQuery)
export class ListFailedFramesHandler implements IQueryHandler<ListFailedFramesQuery> {
  constructor(
    private readonly frames: FailedFramesReader,
    private readonly bounds: ChainBounds,
    private readonly signatures: SignatureBook,
    private readonly largeAnswers: LargeAnswers,
  ) {}

  async execute({ hash }: ListFailedFramesQuery): Promise<ApiResponse<FailedFramesDto>> {
    const found = await this.frames.ofTransaction(hash, this.bounds.firstBlock, ROWS_AT_ONCE);
    if (found.frames.length === ROWS_AT_ONCE) return this.#large(hash);
    const { blockNumber } = found;
    const frames = this.#records(found, found.frames);
    return ApiResponse.ofBlock({ chainId: CHAIN_ID, txHash: hash, blockNumber, frames }, blockNumber);
  }

  /**
   * A large answer, because a sender decides how many frames of a transaction fail. Making it at once would
   * block all other requests for seconds.
   */
  #large(hash: Hash): Promise<ApiResponse<FailedFramesDto>> {
    return this.largeAnswers.answer(async () => {
      const found = await this.frames.ofTransaction(hash, this.bounds.firstBlock);
      const { blockNumber, frames } = found;
      return {
        block: blockNumber,
        head: { chainId: CHAIN_ID, txHash: hash, blockNumber, frames: [] },
        list: 'frames',
        count: frames.length,
        rows: (from, to) => this.#records(found, frames.slice(from, to)),
      };
    });
  }

  #records({ contractAddress }: FailedFrameRows, rows: readonly FailedFrameRow[]): FailedCallFrameDto[] {
    return rows.map((row) => failedCallFrameRecord(row, contractAddress, this.signatures));
  }
}
