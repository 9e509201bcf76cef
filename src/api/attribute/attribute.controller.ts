import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CHAIN_PATH } from '../http/chain.js';
import { Method, Parameters } from '../http/method/method.decorator.js';
import {
  GET_ADDRESS_ATTRIBUTE_HISTORY,
  GET_ADDRESS_ATTRIBUTES,
  GET_ADDRESS_ATTRIBUTES_AT_BLOCK,
  LIST_ADDRESS_ATTRIBUTES,
} from './attribute.methods.js';
import {
  AttributeHistoryParameters,
  AttributePageParameters,
  ClaimsAtBlockParameters,
  EntityParameters,
} from './attribute.parameters.js';
import { GetAddressAttributeHistoryQuery } from './get-address-attribute-history.query.js';
import { GetAddressAttributesQuery } from './get-address-attributes.query.js';
import { GetAddressAttributesAtBlockQuery } from './get-address-attributes-at-block.query.js';
import { ListAddressAttributesQuery } from './list-address-attributes.query.js';

@Controller(`${CHAIN_PATH}/addresses/:address/attributes`)
export class AttributeController {
  constructor(private readonly queries: QueryBus) {}

  @Method('', GET_ADDRESS_ATTRIBUTES)
  getAddressAttributes(@Parameters() parameters: EntityParameters) {
    return this.queries.execute(new GetAddressAttributesQuery(parameters));
  }

  @Method('page', LIST_ADDRESS_ATTRIBUTES)
  listAddressAttributes(@Parameters() parameters: AttributePageParameters) {
    return this.queries.execute(new ListAddressAttributesQuery(parameters));
  }

  @Method('at/:block', GET_ADDRESS_ATTRIBUTES_AT_BLOCK)
  getAddressAttributesAtBlock(@Parameters() parameters: ClaimsAtBlockParameters) {
    return this.queries.execute(new GetAddressAttributesAtBlockQuery(parameters));
  }

  @Method('history', GET_ADDRESS_ATTRIBUTE_HISTORY)
  getAddressAttributeHistory(@Parameters() parameters: AttributeHistoryParameters) {
    return this.queries.execute(new GetAddressAttributeHistoryQuery(parameters));
  }
}
