import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { DefinitionReader } from '../../claims/definition.reader.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { DefinitionIdParameter } from '../http/parameter/claim-id.parameter.js';
import { notFound } from '../refusal/record-refusals.js';
import { DefinitionDetailDto, definitionRecord, versionRecord } from './definition.dto.js';

@ChainQuery({
  operationId: 'getDefinition',
  path: 'definitions/:definitionId',
  tag: 'Definitions',
  plan: 'Enriched Data',
  asOfBlock: 'never',
  beyondSeed: true,
  summary: 'One definition',
  description: 'A definition with every version that was published.',
  record: DefinitionDetailDto,
  refusals: [{ code: 'not_found', reasons: [], when: 'There is no definition with this id.' }],
})
export class GetDefinitionQuery extends Query<ApiResponse<DefinitionDetailDto>> {
  @DefinitionIdParameter()
  readonly definitionId!: string;
}

@QueryHandler(GetDefinitionQuery)
export class GetDefinitionHandler implements IQueryHandler<GetDefinitionQuery> {
  constructor(private readonly definitions: DefinitionReader) {}

  async execute(query: GetDefinitionQuery): Promise<ApiResponse<DefinitionDetailDto>> {
    const versions = await this.definitions.versionsOf(query.definitionId);
    const [current] = versions;
    // Definitions are no chain data: no gap can hide one.
    if (!current) throw notFound('definition');
    return new ApiResponse({
      chainId: CHAIN_ID,
      ...definitionRecord(current),
      versions: versions.map(versionRecord),
    });
  }
}
