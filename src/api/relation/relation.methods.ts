import { UNCOVERED_BLOCK } from '../block/uncovered-block.js';
import type { ChainMethod } from '../http/method/documented-method.js';
import { RelationsDto } from './relation.dto.js';
import {
  RelationHistoryParameters,
  RelationPageParameters,
  RelationsAtBlockParameters,
} from './relation.parameters.js';
import { RelationHistoryDto, RelationsAtBlockDto } from './relation-interval.dto.js';

const ALWAYS = { tag: 'Relations', plan: 'Intelligence' } as const;

export const LIST_ADDRESS_RELATIONS: ChainMethod = {
  ...ALWAYS,
  operationId: 'listAddressRelations',
  summary: 'Relations of an address',
  description:
    'A page of the relations that are proven now, which is the highest block evaluated, ascending by relation id, then counterpart.',
  asOfBlock: 'optional',
  parameters: RelationPageParameters,
  record: RelationsDto,
  refusals: [],
  list: { items: 'relations', paged: true, key: ['attributeId', 'counterpart'] },
};

export const GET_ADDRESS_RELATIONS_AT_BLOCK: ChainMethod = {
  ...ALWAYS,
  operationId: 'getAddressRelationsAtBlock',
  summary: 'Relations of an address at a block',
  description:
    'What the address pointed at at the end of a block, each relation with all the time it held. A block above the highest evaluated, or one ' +
    'in which no relation is covered, is refused with 422. A relation that could not be evaluated for the address is left out of `coveredFamilies`.',
  asOfBlock: 'always',
  parameters: RelationsAtBlockParameters,
  record: RelationsAtBlockDto,
  refusals: [UNCOVERED_BLOCK],
};

export const GET_ADDRESS_RELATION_HISTORY: ChainMethod = {
  ...ALWAYS,
  operationId: 'getAddressRelationHistory',
  summary: 'Relation history of an address',
  description:
    'When which relations held, from the oldest on. An interval goes no further than what is covered without a gap.',
  asOfBlock: 'optional',
  parameters: RelationHistoryParameters,
  record: RelationHistoryDto,
  refusals: [],
  list: { items: 'intervals', paged: false },
};
