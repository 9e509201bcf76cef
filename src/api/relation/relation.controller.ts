import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CHAIN_PATH } from '../http/chain.js';
import { Method, Parameters } from '../http/method/method.decorator.js';
import { GetAddressRelationHistoryQuery } from './get-address-relation-history.query.js';
import { GetAddressRelationsAtBlockQuery } from './get-address-relations-at-block.query.js';
import { ListAddressRelationsQuery } from './list-address-relations.query.js';
import {
  GET_ADDRESS_RELATION_HISTORY,
  GET_ADDRESS_RELATIONS_AT_BLOCK,
  LIST_ADDRESS_RELATIONS,
} from './relation.methods.js';
import {
  RelationHistoryParameters,
  RelationPageParameters,
  RelationsAtBlockParameters,
} from './relation.parameters.js';

@Controller(`${CHAIN_PATH}/addresses/:address/relations`)
export class RelationController {
  constructor(private readonly queries: QueryBus) {}

  @Method('', LIST_ADDRESS_RELATIONS)
  listAddressRelations(@Parameters() parameters: RelationPageParameters) {
    return this.queries.execute(new ListAddressRelationsQuery(parameters));
  }

  @Method('at/:block', GET_ADDRESS_RELATIONS_AT_BLOCK)
  getAddressRelationsAtBlock(@Parameters() parameters: RelationsAtBlockParameters) {
    return this.queries.execute(new GetAddressRelationsAtBlockQuery(parameters));
  }

  @Method('history', GET_ADDRESS_RELATION_HISTORY)
  getAddressRelationHistory(@Parameters() parameters: RelationHistoryParameters) {
    return this.queries.execute(new GetAddressRelationHistoryQuery(parameters));
  }
}
