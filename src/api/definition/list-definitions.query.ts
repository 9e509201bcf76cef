import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { DefinitionReader } from '../../claims/definition.reader.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { ApiResponse } from '../http/api-response.js';
import type { DefinitionListDto } from './definition.dto.js';
import { definitionRecord } from './definition.record.js';

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
