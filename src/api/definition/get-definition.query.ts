import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { DefinitionReader } from '../../claims/definition.reader.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { ApiResponse } from '../http/api-response.js';
import { notFound } from '../refusal/record-refusals.js';
import type { DefinitionDetailDto } from './definition.dto.js';
import type { DefinitionParameters } from './definition.parameters.js';
import { definitionRecord, versionRecord } from './definition.record.js';

export class GetDefinitionQuery extends Query<ApiResponse<DefinitionDetailDto>> {
  constructor(readonly parameters: DefinitionParameters) {
    super();
  }
}

@QueryHandler(GetDefinitionQuery)
export class GetDefinitionHandler implements IQueryHandler<GetDefinitionQuery> {
  constructor(private readonly definitions: DefinitionReader) {}

  async execute({ parameters }: GetDefinitionQuery): Promise<ApiResponse<DefinitionDetailDto>> {
    const versions = await this.definitions.versionsOf(parameters.definitionId);
    const [current] = versions;
    // Definitions are no chain data: no gap can hide one.
    if (!current) throw notFound();
    return new ApiResponse({
      chainId: CHAIN_ID,
      ...definitionRecord(current),
      versions: versions.map(versionRecord),
    });
  }
}
