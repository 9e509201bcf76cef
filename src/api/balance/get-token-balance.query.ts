import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { chainText } from '../../domain/chain/codec/chain-text.js';
import { type TokenBalance, TokenBalanceReader } from '../../projection/balance/token-balance.reader.js';
import { ApiResponse } from '../http/api-response.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { orAbsent } from '../http/record/or-absent.js';
import { noBalanceRecord, tokenNotCovered } from '../refusal/balance-refusals.js';
import { checkInChain } from '../refusal/check-in-chain.js';
import type { TokenBalanceParameters } from './balance.parameters.js';
import type { TokenBalanceDto } from './token-balance.dto.js';

export class GetTokenBalanceQuery extends Query<ApiResponse<TokenBalanceDto>> {
  constructor(readonly parameters: TokenBalanceParameters) {
    super();
  }
}

@QueryHandler(GetTokenBalanceQuery)
export class GetTokenBalanceHandler implements IQueryHandler<GetTokenBalanceQuery> {
  constructor(
    private readonly balances: TokenBalanceReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ parameters }: GetTokenBalanceQuery): Promise<ApiResponse<TokenBalanceDto>> {
    const { address, token, block } = parameters;
    const { firstBlock } = this.bounds;
    if (block !== undefined) checkInChain(block, firstBlock, 'block');
    const found = await this.balances.balance(token, address, firstBlock, block);
    if (!found.isCovered) throw tokenNotCovered();
    return new ApiResponse(
      {
        address,
        token,
        balance: found.recorded ?? (await this.#unrecorded(parameters, found)),
        balanceBasis: 'contract_storage',
        window: { kind: block === undefined ? 'current' : 'block', asOfBlock: found.block },
        ...orAbsent('decimals', found.decimals),
        ...orAbsent('symbol', found.symbol && chainText(found.symbol)),
      },
      found.block,
    );
  }

  /** The balance of a holder without records. */
  async #unrecorded({ token, block }: TokenBalanceParameters, found: TokenBalance): Promise<string> {
    if (block === undefined && found.isWhole) return '0';
    if (block === undefined) await this.balances.ask(token, found.request, found.block);
    throw noBalanceRecord(found.block);
  }
}
