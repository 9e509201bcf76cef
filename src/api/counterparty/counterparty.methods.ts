import { UNCOVERED_BLOCK } from '../block/uncovered-block.js';
import type { ChainMethod } from '../http/method/documented-method.js';
import { CounterpartyParameters } from './counterparty.parameters.js';
import { CounterpartyRankingDto } from './counterparty-ranking.dto.js';

export const GET_ADDRESS_COUNTERPARTIES: ChainMethod = {
  operationId: 'getAddressCounterparties',
  tag: 'Counterparties',
  summary: 'Counterparties of an address',
  description:
    'With whom the address dealt, most successful transactions first, then the most recent, then by address: in the whole history, or up to a ' +
    'block. Two addresses deal with one another where one sends the other a transaction, value inside a transaction, or a token; a ' +
    'transaction counts once for the two however often they meet in it. A creation, a mint, a burn and what an address does with itself have ' +
    'no counterparty. Counts are of all time: a block that is not held below the last one counted, or whose frames are not, is refused with 422.',
  plan: 'Intelligence',
  asOfBlock: 'optional',
  parameters: CounterpartyParameters,
  record: CounterpartyRankingDto,
  refusals: [UNCOVERED_BLOCK],
  list: { items: 'counterparties', paged: false },
};
