import { type ChainMethod, NoParameters } from '../http/method/documented-method.js';
import { NetworkDto } from './network.dto.js';

export const GET_NETWORK: ChainMethod = {
  operationId: 'getNetwork',
  tag: 'Coverage',
  summary: 'Which chain this is',
  description:
    'Whether the service serves its demo chain or mainnet, as in the header `Chainproof-Network` of every answer. Both have the chain id 1.',
  plan: 'Enriched Data',
  asOfBlock: 'never',
  beyondSeed: true,
  parameters: NoParameters,
  record: NetworkDto,
  refusals: [],
};
