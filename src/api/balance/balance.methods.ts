import { UNCOVERED_BLOCK } from '../block/uncovered-block.js';
import type { ChainMethod } from '../http/method/documented-method.js';
import { TokenBalanceParameters } from './balance.parameters.js';
import { TokenBalanceDto } from './token-balance.dto.js';

export const GET_TOKEN_BALANCE: ChainMethod = {
  operationId: 'getTokenBalance',
  tag: 'Balances',
  summary: 'Balance of one token',
  description:
    'What an address holds of a covered token, now or at the end of one block, as the storage of the token has it. What is not known is ' +
    'refused, never answered with zero: a token whose balances are not found in its storage, and a holder of whom nothing is recorded up ' +
    'to the block. Of the current state a zero is answered where every change since the token was created is known; otherwise a node is ' +
    'asked, and a later request is answered.',
  plan: 'Enriched Data',
  asOfBlock: 'optional',
  parameters: TokenBalanceParameters,
  record: TokenBalanceDto,
  refusals: [
    UNCOVERED_BLOCK,
    { code: 'token_not_covered', reasons: [] },
    { code: 'balance_not_available', reasons: ['no_balance_record'] },
  ],
};
