import { type ChainMethod, NoParameters } from '../http/method/documented-method.js';
import {
  ProposersParameters,
  QueueHistoryParameters,
  ValidatorWithdrawalsParameters,
} from './consensus.parameters.js';
import { BlockProposersDto } from './proposer/block-proposers.dto.js';
import { QueueHistoryDto } from './queue/queue-history.dto.js';
import { QueuesNowDto } from './queue/queues-now.dto.js';
import { ValidatorWithdrawalsDto } from './withdrawal/validator-withdrawals.dto.js';

export const GET_VALIDATOR_QUEUE_HISTORY: ChainMethod = {
  operationId: 'getValidatorQueueHistory',
  tag: 'Consensus',
  summary: 'Validator queues over time',
  description:
    'Who waits to activate and to exit now, and one point for each UTC day of the last 90, newest first. Before sampling began points are lower bounds.',
  plan: 'Intelligence',
  asOfBlock: 'never',
  parameters: QueueHistoryParameters,
  record: QueueHistoryDto,
  refusals: [],
  list: { items: 'points', paged: false, newestFirst: true },
};

export const GET_VALIDATOR_QUEUES: ChainMethod = {
  operationId: 'getValidatorQueues',
  tag: 'Consensus',
  summary: 'Validator queues now',
  description:
    'Who waits to activate and to exit at the newest sampled epoch, which is a finalized one, and how long that takes where it is known.',
  plan: 'Intelligence',
  asOfBlock: 'never',
  parameters: NoParameters,
  record: QueuesNowDto,
  refusals: [],
};

export const GET_BLOCK_PROPOSERS: ChainMethod = {
  operationId: 'getBlockProposers',
  tag: 'Consensus',
  summary: 'Block-proposal leaderboard',
  description: 'Fee recipients by the blocks that name them, over the days before the newest block.',
  plan: 'Intelligence',
  asOfBlock: 'optional',
  parameters: ProposersParameters,
  record: BlockProposersDto,
  refusals: [],
  list: { items: 'proposers', paged: false },
};

export const LIST_VALIDATOR_WITHDRAWALS: ChainMethod = {
  operationId: 'listValidatorWithdrawals',
  tag: 'Consensus',
  summary: 'Withdrawals of a validator',
  description:
    'A page of what a validator withdrew to the execution layer, newest first; empty for one that is known and has withdrawn nothing.',
  plan: 'Intelligence',
  asOfBlock: 'optional',
  parameters: ValidatorWithdrawalsParameters,
  record: ValidatorWithdrawalsDto,
  refusals: [
    { code: 'not_found', reasons: [], when: 'No such validator is known, and no block is missing.' },
    {
      code: 'block_not_available',
      reasons: ['coverage_gap'],
      when: 'No such validator is known, and blocks are missing.',
    },
  ],
  list: { items: 'withdrawals', paged: true, key: ['withdrawalIndex'], newestFirst: true },
};
