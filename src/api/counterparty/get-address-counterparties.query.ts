import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CounterpartiesReader } from '../../projection/counterparty/counterparties.reader.js';
import { ApiResponse } from '../http/api-response.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { orAbsent } from '../http/record/or-absent.js';
import { checkInChain } from '../refusal/check-in-chain.js';
import type { CounterpartyParameters } from './counterparty.parameters.js';
import { counterpartyRecord } from './counterparty.record.js';
import type { CounterpartyRankingDto } from './counterparty-ranking.dto.js';

export class GetAddressCounterpartiesQuery extends Query<ApiResponse<CounterpartyRankingDto>> {
  constructor(readonly parameters: CounterpartyParameters) {
    super();
  }
}

@QueryHandler(GetAddressCounterpartiesQuery)
export class GetAddressCounterpartiesHandler implements IQueryHandler<GetAddressCounterpartiesQuery> {
  constructor(
    private readonly counterparties: CounterpartiesReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ parameters }: GetAddressCounterpartiesQuery): Promise<ApiResponse<CounterpartyRankingDto>> {
    const { address, block, limit } = parameters;
    const { firstBlock } = this.bounds;
    if (block !== undefined) checkInChain(block, firstBlock, 'block');
    const found =
      block === undefined
        ? await this.counterparties.ofAll(address, limit, firstBlock)
        : await this.counterparties.atBlock(address, block, limit, firstBlock);
    const { asOfBlock, counterparties, corpus, tieCount } = found;
    return new ApiResponse(
      {
        address,
        window: { kind: block === undefined ? 'all' : 'block', asOfBlock },
        counterparties: counterparties.map(counterpartyRecord),
        ...(corpus !== null && { corpus, corpusBasis: block === undefined ? 'precomputed' : 'at_block' }),
        ...orAbsent('boundaryTieCount', tieCount),
      },
      asOfBlock,
    );
  }
}
