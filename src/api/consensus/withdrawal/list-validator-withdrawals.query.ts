import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CHAIN_ID } from '../../../domain/chain/record/chain-id.js';
import { ValidatorWithdrawalsReader } from '../../../records/withdrawal/validator-withdrawals.reader.js';
import { ApiResponse } from '../../http/api-response.js';
import { ChainBounds } from '../../http/chain-bounds.js';
import { orAbsent } from '../../http/record/or-absent.js';
import type { ValidatorWithdrawalsParameters } from '../consensus.parameters.js';
import type { ValidatorWithdrawalsDto } from './validator-withdrawals.dto.js';

export class ListValidatorWithdrawalsQuery extends Query<ApiResponse<ValidatorWithdrawalsDto>> {
  constructor(readonly parameters: ValidatorWithdrawalsParameters) {
    super();
  }
}

@QueryHandler(ListValidatorWithdrawalsQuery)
export class ListValidatorWithdrawalsHandler implements IQueryHandler<ListValidatorWithdrawalsQuery> {
  constructor(
    private readonly withdrawals: ValidatorWithdrawalsReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({
    parameters,
  }: ListValidatorWithdrawalsQuery): Promise<ApiResponse<ValidatorWithdrawalsDto>> {
    const { index, cursor, limit } = parameters;
    const [before = Number.MAX_SAFE_INTEGER] = cursor.after ?? [];
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
        ...orAbsent('nextCursor', last && cursor.at([last.withdrawalIndex])),
      },
      found.headNumber,
    );
  }
}
