import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { NameSearchReader } from '../../projection/name/name-search.reader.js';
import { PresentationReader } from '../../projection/name/presentation.reader.js';
import { imitationNotes } from '../address/imitation-notes.js';
import { tokenStateRecord } from '../address/token-state.record.js';
import { TypeStates } from '../address/type-states.js';
import { ApiResponse } from '../http/api-response.js';
import type { ResolveParameters } from './resolve.parameters.js';
import { resolveMatchRecord } from './resolve-match.record.js';
import type { ResolveResultDto } from './resolve-result.dto.js';

export class ResolveEntityQuery extends Query<ApiResponse<ResolveResultDto>> {
  constructor(readonly parameters: ResolveParameters) {
    super();
  }
}

const ADDRESS = /^0[xX][0-9a-fA-F]{40}$/;

@QueryHandler(ResolveEntityQuery)
export class ResolveEntityHandler implements IQueryHandler<ResolveEntityQuery> {
  constructor(
    private readonly names: NameSearchReader,
    private readonly presentations: PresentationReader,
    private readonly types: TypeStates,
  ) {}

  execute({ parameters: { q, limit } }: ResolveEntityQuery): Promise<ApiResponse<ResolveResultDto>> {
    return ADDRESS.test(q) ? this.#address(q) : this.#text(q, limit);
  }

  async #address(query: string): Promise<ApiResponse<ResolveResultDto>> {
    const address = query.toLowerCase();
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
