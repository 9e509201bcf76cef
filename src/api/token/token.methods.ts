import type { ChainMethod } from '../http/method/documented-method.js';
import { TokenHoldersDto } from './holder/token-holders.dto.js';
import { TokenStatisticsDto } from './statistics/token-statistics.dto.js';
import { TokenDto } from './token.dto.js';
import { TokenHoldersParameters, TokenParameters, TokenTransfersParameters } from './token.parameters.js';
import { TokenTransfersDto } from './transfer/token-transfers.dto.js';

const ALWAYS = {
  tag: 'Tokens',
  plan: 'Enriched Data',
  asOfBlock: 'optional',
  refusals: [
    { code: 'not_found', reasons: [], when: 'The address never emitted a transfer event.' },
    {
      code: 'block_not_available',
      reasons: ['coverage_gap'],
      when:
        'Blocks are missing between the deployment of the token, or the first block where that is not known, and the newest; ' +
        'or the state changes of blocks, where only its code decides what it moves.',
    },
  ],
} as const;

export const GET_TOKEN: ChainMethod = {
  ...ALWAYS,
  operationId: 'getToken',
  summary: 'One token',
  description:
    'A token contract by its events, and as it declares itself. Who never emitted a transfer event is no token. Counts are of all time, so ' +
    'a token is refused while blocks are missing since its deployment.',
  parameters: TokenParameters,
  record: TokenDto,
  stable: true,
};

export const LIST_TOKEN_HOLDERS: ChainMethod = {
  ...ALWAYS,
  operationId: 'listTokenHolders',
  summary: 'Current holders of a token',
  description:
    'A page of those who received more of the token than they sent, the largest balance first. Balances are sums of transfer events: of ' +
    'a token that takes fees, rebases or is wrapped without one, the answers of the contract differ.',
  parameters: TokenHoldersParameters,
  record: TokenHoldersDto,
  list: { items: 'holders', paged: true, key: ['holder'] },
};

export const LIST_TOKEN_TRANSFERS: ChainMethod = {
  ...ALWAYS,
  operationId: 'listTokenTransfers',
  summary: 'Transfers of a token',
  description:
    'A page of its transfers, newest first, mints and burns among them, one row for each element of a batch.',
  parameters: TokenTransfersParameters,
  record: TokenTransfersDto,
  list: { items: 'transfers', paged: true, newestFirst: true },
};

export const GET_TOKEN_STATISTICS: ChainMethod = {
  ...ALWAYS,
  operationId: 'getTokenStatistics',
  summary: 'Activity totals of a token',
  description:
    'How much it was transferred, minted and burnt in all its time, how many hold it, and how active it was in the last day, week and month.',
  parameters: TokenParameters,
  record: TokenStatisticsDto,
};
