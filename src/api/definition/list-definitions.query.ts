import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { DefinitionReader } from '../../claims/definition.reader.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { DefinitionListDto, definitionRecord } from './definition.dto.js';

@ChainQuery({
  operationId: 'listDefinitions',
  path: 'definitions',
  tag: 'Definitions',
  plan: 'Enriched Data',
  asOfBlock: 'never',
  beyondSeed: true,
  summary: 'Definitions of attributes and relations',
  description: 'Every definition, in the version that is evaluated.',
  record: DefinitionListDto,
  refusals: [],
})
export class ListDefinitionsQuery extends Query<ApiResponse<DefinitionListDto>> {}

@QueryHandler(ListDefinitionsQuery)
export class ListDefinitionsHandler implements IQueryHandler<ListDefinitionsQuery> {
  constructor(private readonly definitions: DefinitionReader) {}

  async execute(): Promise<ApiResponse<DefinitionListDto>> {
    const found = await this.definitions.all();
    const { graphRevision, definitions } = found;
    return new ApiResponse({
      chainId: CHAIN_ID,
      graphRevision,
      definitions: definitions.map(definitionRecord),
    });
  }
}
