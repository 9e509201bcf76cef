import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { serviceUnavailable } from '../../kernel/refusal/record-refusals.js';
import { DefinitionReader } from '../../projection/definition/definition.reader.js';
import { Answer } from '../http/answer.js';
import { CHAIN_ID } from '../http/chain.js';
import type { DefinitionListDto } from './definition.dto.js';
import { definitionRecord } from './definition.record.js';

export class ListDefinitionsQuery extends Query<Answer<DefinitionListDto>> {}

@QueryHandler(ListDefinitionsQuery)
export class ListDefinitionsHandler implements IQueryHandler<ListDefinitionsQuery> {
  constructor(private readonly definitions: DefinitionReader) {}

  async execute(): Promise<Answer<DefinitionListDto>> {
    const found = await this.definitions.all();
    if (!found) throw serviceUnavailable();
    const { graphRevision, definitions } = found;
    return new Answer({
      chainId: CHAIN_ID,
      graphRevision,
      definitions: definitions.map(definitionRecord),
    });
  }
}
