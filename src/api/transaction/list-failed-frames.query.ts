import { setImmediate } from 'node:timers/promises';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Hash } from '../../domain/chain/hex.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { Turns } from '../../platform/queue/turns.js';
import {
  type FailedFrameRow,
  type FailedFrameRows,
  FailedFramesReader,
} from '../../records/frame/failed-frames.reader.js';
import { SignatureBook } from '../../signature/signature-book.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { TransactionHashParameter } from '../http/parameter/hash.parameter.js';
import { WrittenRecord } from '../http/record/written-record.js';
import { tooManyAtOnce } from '../refusal/record-refusals.js';
import { type FailedCallFrameDto, failedCallFrameRecord } from './failed-call-frame.dto.js';
import { FailedFramesDto } from './failed-frames.dto.js';

@ChainQuery({
  operationId: 'listFailedFrames',
  path: 'transactions/:hash/failed-frames',
  tag: 'Transactions',
  summary: 'Failed call frames of a transaction',
  description:
    'The call frames of one transaction that failed, those of a transaction that succeeded included. None when all succeeded; refused with 422 while the traces of its block are missing.',
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

/** Beyond them an answer is large, and is written so many at a time. */
const FRAMES_AT_ONCE = 1_000;
/** Large answers in memory, of some 40 MB each, and requests that wait for one to leave. */
const LARGE_AT_ONCE = 2;
const WAITING = 4;

@QueryHandler(ListFailedFramesQuery)
export class ListFailedFramesHandler implements IQueryHandler<ListFailedFramesQuery> {
  readonly #turns = new Turns(LARGE_AT_ONCE, WAITING);

  constructor(
    private readonly frames: FailedFramesReader,
    private readonly bounds: ChainBounds,
    private readonly signatures: SignatureBook,
  ) {}

  async execute({ hash }: ListFailedFramesQuery): Promise<ApiResponse<FailedFramesDto>> {
    const found = await this.frames.ofTransaction(hash, this.bounds.firstBlock, FRAMES_AT_ONCE);
    if (found.frames.length === FRAMES_AT_ONCE) return this.#large(hash);
    const { blockNumber } = found;
    const frames = this.#records(found, found.frames);
    return ApiResponse.ofBlock({ chainId: CHAIN_ID, txHash: hash, blockNumber, frames }, blockNumber);
  }

  /** A sender decides how many frames of a transaction fail: all of them together would keep every other request waiting for seconds. */
  async #large(hash: Hash): Promise<ApiResponse<FailedFramesDto>> {
    const end = await this.#turns.take();
    if (!end) throw tooManyAtOnce();
    try {
      const found = await this.frames.ofTransaction(hash, this.bounds.firstBlock);
      const { blockNumber } = found;
      const texts: string[] = [];
      for (let at = 0; at < found.frames.length; at += FRAMES_AT_ONCE) {
        const records = this.#records(found, found.frames.slice(at, at + FRAMES_AT_ONCE));
        texts.push(JSON.stringify(records).slice(1, -1));
        await setImmediate();
      }
      const head = JSON.stringify({ chainId: CHAIN_ID, txHash: hash, blockNumber });
      const record = new WrittenRecord<FailedFramesDto>(`${head.slice(0, -1)},"frames":[${texts.join()}]}`);
      return ApiResponse.large(record, blockNumber, end);
    } catch (error) {
      end();
      throw error;
    }
  }

  #records({ contractAddress }: FailedFrameRows, rows: readonly FailedFrameRow[]): FailedCallFrameDto[] {
    return rows.map((row) => failedCallFrameRecord(row, contractAddress, this.signatures));
  }
}
