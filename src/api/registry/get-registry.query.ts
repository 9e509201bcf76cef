import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { DefinitionReader } from '../../claims/definition.reader.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { RegistryIdParameter } from '../http/parameter/registry-id.parameter.js';
import { notFound } from '../refusal/record-refusals.js';
import { refuseOtherLists } from './consulted-list.dto.js';
import { Registries } from './registries.js';
import { RegistryDetailDto, registryRecord } from './registry.dto.js';

@ChainQuery({
  operationId: 'getRegistry',
  path: 'registries/:registryId',
  tag: 'Definitions',
  plan: 'Enriched Data',
  asOfBlock: 'never',
  beyondSeed: true,
  summary: 'One registry',
  description:
    'A registry with its versions, the days on which they were retrieved, its digest and the number of its entries.',
  record: RegistryDetailDto,
  refusals: [{ code: 'not_found', reasons: [], when: 'There is no registry with this id.' }],
})
export class GetRegistryQuery extends Query<ApiResponse<RegistryDetailDto>> {
  @RegistryIdParameter()
  readonly registryId!: string;
}

@QueryHandler(GetRegistryQuery)
export class GetRegistryHandler implements IQueryHandler<GetRegistryQuery> {
  constructor(
    private readonly registries: Registries,
    private readonly definitions: DefinitionReader,
  ) {}

  async execute({ registryId }: GetRegistryQuery): Promise<ApiResponse<RegistryDetailDto>> {
    const found = this.registries.byId.get(registryId);
    if (found === undefined) throw notFound();
    refuseOtherLists([found], await this.definitions.lists());
    return new ApiResponse({ chainId: CHAIN_ID, ...registryRecord(found) });
  }
}
