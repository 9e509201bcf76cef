import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { DefinitionReader } from '../../claims/definition.reader.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import type { Continuation } from '../http/cursor/continuation.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { CursorParameter } from '../http/parameter/cursor.parameter.js';
import { LimitParameter } from '../http/parameter/limit.parameter.js';
import { RegistryIdParameter } from '../http/parameter/registry-id.parameter.js';
import { orAbsent } from '../http/record/or-absent.js';
import { cursorInvalid } from '../refusal/parameter-refusals.js';
import { notFound } from '../refusal/record-refusals.js';
import { refuseOtherLists } from './consulted-list.dto.js';
import { Registries } from './registries.js';
import { entryRecord, RegistryEntriesDto } from './registry.dto.js';

@ChainQuery({
  operationId: 'listRegistryEntries',
  path: 'registries/:registryId/entries',
  tag: 'Definitions',
  plan: 'Enriched Data',
  asOfBlock: 'never',
  beyondSeed: true,
  summary: 'Entries of a registry',
  description:
    'The entries of a registry, including ended ones. A cursor becomes invalid when the registry changes.',
  record: RegistryEntriesDto,
  refusals: [{ code: 'not_found', reasons: [], when: 'There is no registry with this id.' }],
  list: { items: 'entries', paged: true, key: ['key', 'fromBlock'] },
})
export class ListRegistryEntriesQuery extends Query<ApiResponse<RegistryEntriesDto>> {
  @RegistryIdParameter()
  readonly registryId!: string;

  @CursorParameter()
  readonly cursor!: Continuation<readonly [digest: string, entries: number]>;

  @LimitParameter(1000, 100)
  readonly limit!: number;
}

@QueryHandler(ListRegistryEntriesQuery)
export class ListRegistryEntriesHandler implements IQueryHandler<ListRegistryEntriesQuery> {
  constructor(
    private readonly registries: Registries,
    private readonly definitions: DefinitionReader,
  ) {}

  async execute({
    registryId,
    cursor,
    limit,
  }: ListRegistryEntriesQuery): Promise<ApiResponse<RegistryEntriesDto>> {
    const found = this.registries.byId.get(registryId);
    if (found === undefined) throw notFound();
    refuseOtherLists([found], await this.definitions.lists());
    const { digest, members } = found.binding;
    const [of = digest, start = 0] = cursor.after ?? [];
    if (of !== digest) throw cursorInvalid('cursor');
    const all = [...members]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([key, memberships]) => memberships.map((membership) => [key, membership] as const));
    const end = start + limit;
    return new ApiResponse({
      chainId: CHAIN_ID,
      id: registryId,
      digest,
      entries: all.slice(start, end).map(entryRecord),
      ...orAbsent('nextCursor', end < all.length ? cursor.at([digest, end]) : undefined),
    });
  }
}
