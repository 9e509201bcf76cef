import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { serviceUnavailable } from '../../domain/refusal/record-refusals.js';
import { CounterpartiesReader } from '../../projection/counterparty/counterparties.reader.js';
import { checkInChain, missingBlock } from '../block/missing-block.js';
import { ApiResponse } from '../http/api-response.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { orAbsent } from '../http/record/or-absent.js';
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
    if (!found) throw serviceUnavailable();
    if (!('counterparties' in found)) throw missingBlock(block ?? found.headNumber, found);
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
