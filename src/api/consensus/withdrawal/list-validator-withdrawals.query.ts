import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CHAIN_ID } from '../../../domain/chain/record/chain-id.js';
import { ValidatorWithdrawalsReader } from '../../../projection/consensus/validator-withdrawals.reader.js';
import { ChainBounds } from '../../http/chain-bounds.js';
import type { Continuation } from '../../http/cursor/continuation.js';
import { ApiResponse } from '../../http/method/api-response.js';
import { ChainQuery } from '../../http/method/chain-query.decorator.js';
import { CursorParameter } from '../../http/parameter/cursor.parameter.js';
import { LimitParameter } from '../../http/parameter/limit.parameter.js';
import { ValidatorIndexParameter } from '../../http/parameter/validator-index.parameter.js';
import { orAbsent } from '../../http/record/or-absent.js';
import { cursorInvalid } from '../../refusal/parameter-refusals.js';
import { ValidatorWithdrawalsDto } from './validator-withdrawals.dto.js';

@ChainQuery({
  operationId: 'listValidatorWithdrawals',
  path: 'consensus/validators/:index/withdrawals',
  tag: 'Consensus',
  summary: 'Withdrawals of a validator',
  description:
    'A page of the withdrawals of a validator to the execution layer, newest first. The list is empty for a known ' +
    'validator without withdrawals.',
  plan: 'Intelligence',
  asOfBlock: 'optional',
  record: ValidatorWithdrawalsDto,
  refusals: [
    { code: 'not_found', reasons: [], when: 'No such validator is known, and no block is missing.' },
    {
      code: 'block_not_available',
      reasons: ['coverage_gap'],
      when: 'No such validator is known, and blocks are missing.',
    },
  ],
  list: {
    items: 'withdrawals',
    paged: true,
    key: ['withdrawalIndex'],
    newestFirst: true,
    cursorsByBlock: true,
  },
})
export class ListValidatorWithdrawalsQuery extends Query<ApiResponse<ValidatorWithdrawalsDto>> {
  @ValidatorIndexParameter()
  readonly index!: number;

  @CursorParameter()
  readonly cursor!: Continuation;

  @LimitParameter(100, 25)
  readonly limit!: number;
}

@QueryHandler(ListValidatorWithdrawalsQuery)
export class ListValidatorWithdrawalsHandler implements IQueryHandler<ListValidatorWithdrawalsQuery> {
  constructor(
    private readonly withdrawals: ValidatorWithdrawalsReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({
    index,
    cursor,
    limit,
  }: ListValidatorWithdrawalsQuery): Promise<ApiResponse<ValidatorWithdrawalsDto>> {
    const [, before] = cursor.after ?? [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
    // A cursor of an earlier release.
    if (before === undefined) throw cursorInvalid('cursor');
    const found = await this.withdrawals.ofValidator(index, this.bounds.firstBlock, before, limit + 1);
    const page = found.withdrawals.slice(0, limit);
    const last = found.withdrawals.length > limit ? page.at(-1) : undefined;
    return new ApiResponse(
      {
        chainId: CHAIN_ID,
        validatorIndex: index,
        withdrawals: page.map(({ withdrawalIndex, blockNumber, timestamp, address, amountGwei }) => ({
          withdrawalIndex,
          blockNumber,
          timestamp,
          address,
          amountGwei,
        })),
        ...orAbsent('withdrawalCount', found.totals?.count),
        ...orAbsent('totalWithdrawnGwei', found.totals?.amountGwei),
        ...orAbsent('nextCursor', last && cursor.at([last.blockNumber, last.withdrawalIndex])),
      },
      found.headNumber,
    );
  }
}
