import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CHAIN_PATH } from '../http/chain.js';
import { Method, Parameters } from '../http/method/method.decorator.js';
import { GET_DEFINITION, LIST_DEFINITIONS } from './definition.methods.js';
import { DefinitionParameters } from './definition.parameters.js';
import { GetDefinitionQuery } from './get-definition.query.js';
import { ListDefinitionsQuery } from './list-definitions.query.js';

@Controller(`${CHAIN_PATH}/definitions`)
export class DefinitionController {
  constructor(private readonly queries: QueryBus) {}

  @Method('', LIST_DEFINITIONS)
  listDefinitions() {
    return this.queries.execute(new ListDefinitionsQuery());
  }

  @Method(':definitionId', GET_DEFINITION)
  getDefinition(@Parameters() parameters: DefinitionParameters) {
    return this.queries.execute(new GetDefinitionQuery(parameters));
  }
}
