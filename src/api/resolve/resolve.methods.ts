import type { ChainMethod } from '../http/method/documented-method.js';
import { ResolveParameters } from './resolve.parameters.js';
import { ResolveResultDto } from './resolve-result.dto.js';

export const RESOLVE_ENTITY: ChainMethod = {
  operationId: 'resolveEntity',
  tag: 'Resolve',
  summary: 'Resolve a name, symbol or address',
  description:
    'The addresses that a text or an address can mean, best first: those that an official source names, then projects, exchanges, protocols ' +
    'and ENS names, then what tokens declare of themselves, and last what is flagged. Inside of each: equal texts, beginnings, middles; ' +
    'tokens that more addresses held; shorter texts. There is no cursor. `meta.cached` is about candidates among tokens, which are kept for minutes.',
  plan: 'Intelligence',
  asOfBlock: 'never',
  // Names are shown as of the request.
  answersAnew: true,
  parameters: ResolveParameters,
  record: ResolveResultDto,
  refusals: [],
  list: { items: 'matches', paged: false },
};
