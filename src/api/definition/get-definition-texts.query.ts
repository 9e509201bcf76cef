import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { DefinitionReader } from '../../claims/definition.reader.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { DefinitionIdParameter } from '../http/parameter/claim-id.parameter.js';
import { notFound } from '../refusal/record-refusals.js';
import { DefinitionTextsDto } from './definition-texts.dto.js';

@ChainQuery({
  operationId: 'getDefinitionTexts',
  path: 'definitions/:definitionId/texts',
  tag: 'Definitions',
  plan: 'Enriched Data',
  asOfBlock: 'never',
  beyondSeed: true,
  notForAgents: true,
  summary: 'The YAML files of a definition',
  description: 'A definition as it was written, in each version that was published with its file.',
  record: DefinitionTextsDto,
  refusals: [{ code: 'not_found', reasons: [], when: 'There is no definition with this id.' }],
})
export class GetDefinitionTextsQuery extends Query<ApiResponse<DefinitionTextsDto>> {
  @DefinitionIdParameter()
  readonly definitionId!: string;
}

@QueryHandler(GetDefinitionTextsQuery)
export class GetDefinitionTextsHandler implements IQueryHandler<GetDefinitionTextsQuery> {
  constructor(private readonly definitions: DefinitionReader) {}

  async execute({ definitionId: id }: GetDefinitionTextsQuery): Promise<ApiResponse<DefinitionTextsDto>> {
    const versions = await this.definitions.versionsOf(id);
    if (versions.length === 0) throw notFound('definition');
    const texts = versions.flatMap(({ version, document: { text } }) =>
      text === undefined ? [] : { version, text },
    );
    return new ApiResponse({ chainId: CHAIN_ID, id, texts });
  }
}
