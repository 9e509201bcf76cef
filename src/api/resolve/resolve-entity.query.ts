import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Address } from '../../domain/chain/hex.js';
import { parseAddress } from '../../domain/chain/record/address.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { NameSearchReader } from '../../projection/name/name-search.reader.js';
import { PresentationReader } from '../../projection/name/presentation.reader.js';
import { tokenStateRecord } from '../address/address-state.dto.js';
import { imitationNotes } from '../address/imitation-notes.js';
import { TypeStates } from '../address/type-states.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { LimitParameter } from '../http/parameter/limit.parameter.js';
import { SearchTextParameter } from '../http/parameter/search-text.parameter.js';
import { ResolveResultDto, resolveMatchRecord } from './resolve-result.dto.js';

@ChainQuery({
  operationId: 'resolveEntity',
  path: 'resolve',
  tag: 'Resolve',
  summary: 'Resolve a name, symbol or address',
  description:
    'The addresses that a text or an address can mean, best first: first those that an official source names, then ' +
    'projects, exchanges, protocols and ENS names, then names that tokens declare, and flagged ones last. Within ' +
    'each group: exact matches, beginnings, middles; then tokens with more holders; then shorter texts. There is ' +
    'no cursor. `meta.cached` refers to candidate tokens, which are kept for minutes.',
  plan: 'Intelligence',
  asOfBlock: 'never',
  // Names are those at the time of the request.
  answersAnew: true,
  record: ResolveResultDto,
  refusals: [],
  list: { items: 'matches', paged: false },
})
export class ResolveEntityQuery extends Query<ApiResponse<ResolveResultDto>> {
  @SearchTextParameter()
  readonly q!: string;

  @LimitParameter(20, 10)
  readonly limit!: number;
}

@QueryHandler(ResolveEntityQuery)
export class ResolveEntityHandler implements IQueryHandler<ResolveEntityQuery> {
  constructor(
    private readonly names: NameSearchReader,
    private readonly presentations: PresentationReader,
    private readonly types: TypeStates,
  ) {}

  execute({ q, limit }: ResolveEntityQuery): Promise<ApiResponse<ResolveResultDto>> {
    const address = parseAddress(q.replace(/^0X/, '0x'));
    return address ? this.#address(q, address) : this.#text(q, limit);
  }

  async #address(query: string, address: Address): Promise<ApiResponse<ResolveResultDto>> {
    const [presented, [type]] = await Promise.all([
      this.presentations.of([address]),
      this.types.of([address]),
    ]);
    const { presentation, declaration } = presented.get(address)!;
    const token = tokenStateRecord(declaration);
    const match = {
      address,
      matchedOn: 'address',
      match: 'exact',
      type: type!,
      token,
      ...presentation,
    } as const;
    return this.#answer({
      chainId: CHAIN_ID,
      query,
      queryKind: 'address',
      matches: [match],
      hasMore: false,
    });
  }

  async #text(query: string, limit: number): Promise<ApiResponse<ResolveResultDto>> {
    const { matches, hasMore, searched, isCached } = await this.names.search(query, limit);
    const types = await this.types.of(matches.map(({ address }) => address));
    return this.#answer(
      {
        chainId: CHAIN_ID,
        query,
        queryKind: 'text',
        matches: matches.map((match, place) => resolveMatchRecord(match, types[place]!)),
        hasMore,
        searched,
      },
      isCached,
    );
  }

  #answer(data: ResolveResultDto, isCached = false): ApiResponse<ResolveResultDto> {
    return new ApiResponse(
      data,
      undefined,
      isCached,
      false,
      imitationNotes(data.matches, this.presentations),
    );
  }
}
