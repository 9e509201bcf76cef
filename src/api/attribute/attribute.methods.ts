import { UNCOVERED_BLOCK } from '../block/uncovered-block.js';
import type { ChainMethod } from '../http/method/documented-method.js';
import {
  AttributeHistoryParameters,
  AttributePageParameters,
  ClaimsAtBlockParameters,
  EntityParameters,
} from './attribute.parameters.js';
import { AttributeHistoryDto, AttributesAtBlockDto } from './attribute-interval.dto.js';
import { AttributesPageDto, EntityAttributesDto } from './entity-attributes.dto.js';

const ALWAYS = { tag: 'Attributes', plan: 'Intelligence' } as const;

export const GET_ADDRESS_ATTRIBUTES: ChainMethod = {
  ...ALWAYS,
  operationId: 'getAddressAttributes',
  summary: 'Attributes of an address',
  description: 'Everything that is proven of the address now, which is the highest block evaluated.',
  asOfBlock: 'optional',
  parameters: EntityParameters,
  record: EntityAttributesDto,
  refusals: [],
};

export const LIST_ADDRESS_ATTRIBUTES: ChainMethod = {
  ...ALWAYS,
  operationId: 'listAddressAttributes',
  summary: 'Attributes of an address, in pages',
  description: 'The same attributes a page at a time, ascending by id.',
  asOfBlock: 'optional',
  parameters: AttributePageParameters,
  record: AttributesPageDto,
  refusals: [],
  list: { items: 'attributes', paged: true, key: ['attributeId'] },
};

export const GET_ADDRESS_ATTRIBUTES_AT_BLOCK: ChainMethod = {
  ...ALWAYS,
  operationId: 'getAddressAttributesAtBlock',
  summary: 'Attributes of an address at a block',
  description:
    'What held at the end of a block, each attribute with all the time it held. A block above the highest evaluated, or one that no family ' +
    'covers, is refused with 422. A family is left out of `coveredFamilies` where one of its attributes could not be evaluated for the address.',
  asOfBlock: 'always',
  parameters: ClaimsAtBlockParameters,
  record: AttributesAtBlockDto,
  refusals: [UNCOVERED_BLOCK],
};

export const GET_ADDRESS_ATTRIBUTE_HISTORY: ChainMethod = {
  ...ALWAYS,
  operationId: 'getAddressAttributeHistory',
  summary: 'Attribute history of an address',
  description:
    'When which attributes held, from the oldest on. An interval goes no further than what is covered without a gap.',
  asOfBlock: 'optional',
  parameters: AttributeHistoryParameters,
  record: AttributeHistoryDto,
  refusals: [],
  list: { items: 'intervals', paged: false },
};
