import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { DefinitionReader } from '../../claims/definition.reader.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { refuseOtherLists } from './consulted-list.dto.js';
import { Registries } from './registries.js';
import { RegistryListDto, registryRecord } from './registry.dto.js';

@ChainQuery({
  operationId: 'listRegistries',
  path: 'registries',
  tag: 'Definitions',
  plan: 'Enriched Data',
  asOfBlock: 'never',
  beyondSeed: true,
  summary: 'Registries that definitions consult',
  description:
    'Every registry with its versions, the days on which they were retrieved, its digest and the number of its ' +
    'entries.',
  record: RegistryListDto,
  refusals: [],
})
export class ListRegistriesQuery extends Query<ApiResponse<RegistryListDto>> {}

@QueryHandler(ListRegistriesQuery)
export class ListRegistriesHandler implements IQueryHandler<ListRegistriesQuery> {
  constructor(
    private readonly registries: Registries,
    private readonly definitions: DefinitionReader,
  ) {}

  async execute(): Promise<ApiResponse<RegistryListDto>> {
    const all = [...this.registries.byId.values()];
    refuseOtherLists(all, await this.definitions.lists());
    return new ApiResponse({ chainId: CHAIN_ID, registries: all.map(registryRecord) });
  }
}
