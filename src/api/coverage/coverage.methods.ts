import { type ChainMethod, NoParameters } from '../http/method/documented-method.js';
import { CoverageDto } from './coverage.dto.js';

export const GET_COVERAGE: ChainMethod = {
  operationId: 'getCoverage',
  tag: 'Coverage',
  summary: 'What is covered',
  description:
    'The newest block, and for each family of data the blocks that are covered and those that are not.',
  plan: 'Enriched Data',
  asOfBlock: 'never',
  beyondSeed: true,
  parameters: NoParameters,
  record: CoverageDto,
  refusals: [],
};
