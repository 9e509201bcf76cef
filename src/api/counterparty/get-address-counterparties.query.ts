import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Address } from '../../domain/chain/hex.js';
import { CounterpartiesReader } from '../../projection/counterparty/counterparties.reader.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { UNCOVERED_BLOCK } from '../http/method/uncovered-block.js';
import { AddressParameter } from '../http/parameter/address.parameter.js';
import { AtBlockParameter } from '../http/parameter/block-number.parameter.js';
import { LimitParameter } from '../http/parameter/limit.parameter.js';
import { orAbsent } from '../http/record/or-absent.js';
import { checkInChain } from '../refusal/check-in-chain.js';
import { counterpartyRecord } from './counterparty.dto.js';
import { CounterpartyRankingDto } from './counterparty-ranking.dto.js';

@ChainQuery({
  operationId: 'getAddressCounterparties',
  path: 'addresses/:address/counterparties',
  tag: 'Counterparties',
  summary: 'Counterparties of an address',
  description:
    'The addresses that the address dealt with, in the whole history or up to a block: most successful ' +
    'transactions first, then the most recent, then by address. Two addresses deal with each other if one sends ' +
    'the other a transaction, ether inside a transaction, or a token; a transaction counts once for the two. ' +
    'Creations, mints, burns and transfers of an address to itself have no counterparty. Counts cover all time: if ' +
    'a block up to the last one counted is missing, or its frames are, the answer is 422.',
  plan: 'Intelligence',
  asOfBlock: 'optional',
  record: CounterpartyRankingDto,
  refusals: [UNCOVERED_BLOCK],
  list: { items: 'counterparties', paged: false },
})
export class GetAddressCounterpartiesQuery extends Query<ApiResponse<CounterpartyRankingDto>> {
  @AddressParameter()
  readonly address!: Address;

  @AtBlockParameter()
  readonly block!: number | undefined;

  @LimitParameter(100, 20)
  readonly limit!: number;
}

@QueryHandler(GetAddressCounterpartiesQuery)
export class GetAddressCounterpartiesHandler implements IQueryHandler<GetAddressCounterpartiesQuery> {
  constructor(
    private readonly counterparties: CounterpartiesReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({
    address,
    block,
    limit,
  }: GetAddressCounterpartiesQuery): Promise<ApiResponse<CounterpartyRankingDto>> {
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
