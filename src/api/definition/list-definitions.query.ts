import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CHAIN_ID } from '../../kernel/chain/chain-id.js';
import { serviceUnavailable } from '../../kernel/refusal/record-refusals.js';
import { DefinitionReader } from '../../projection/definition/definition.reader.js';
import { ApiResponse } from '../http/api-response.js';
import type { DefinitionListDto } from './definition.dto.js';
import { definitionRecord } from './definition.record.js';

export class ListDefinitionsQuery extends Query<ApiResponse<DefinitionListDto>> {}

@QueryHandler(ListDefinitionsQuery)
export class ListDefinitionsHandler implements IQueryHandler<ListDefinitionsQuery> {
  constructor(private readonly definitions: DefinitionReader) {}

  async execute(): Promise<ApiResponse<DefinitionListDto>> {
    const found = await this.definitions.all();
    if (!found) throw serviceUnavailable();
    const { graphRevision, definitions } = found;
    return new ApiResponse({
      chainId: CHAIN_ID,
      graphRevision,
      definitions: definitions.map(definitionRecord),
    });
  }
}
