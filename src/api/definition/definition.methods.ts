import { type ChainMethod, NoParameters } from '../http/method/documented-method.js';
import { DefinitionDetailDto, DefinitionListDto } from './definition.dto.js';
import { DefinitionParameters } from './definition.parameters.js';

const ALWAYS = { tag: 'Definitions', plan: 'Enriched Data', asOfBlock: 'never', beyondSeed: true } as const;

export const LIST_DEFINITIONS: ChainMethod = {
  ...ALWAYS,
  operationId: 'listDefinitions',
  summary: 'Definitions of attributes and relations',
  description: 'Every definition, at the version that is evaluated.',
  parameters: NoParameters,
  record: DefinitionListDto,
  refusals: [],
};

export const GET_DEFINITION: ChainMethod = {
  ...ALWAYS,
  operationId: 'getDefinition',
  summary: 'One definition',
  description: 'A definition with every version that was published.',
  parameters: DefinitionParameters,
  record: DefinitionDetailDto,
  refusals: [{ code: 'not_found', reasons: [], when: 'There is no definition with this id.' }],
};
