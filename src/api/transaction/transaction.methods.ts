import type { ChainMethod } from '../http/method/documented-method.js';
import { FailedFramesDto } from './failed-frames.dto.js';
import { TransactionHashParameters } from './transaction.parameters.js';
import { TransactionDetailDto } from './transaction-detail.dto.js';

export const GET_TRANSACTION: ChainMethod = {
  operationId: 'getTransaction',
  tag: 'Transactions',
  summary: 'One transaction',
  description:
    'One transaction by its hash. While blocks are missing, an unknown hash is refused with 422, not 404.',
  plan: 'Enriched Data',
  asOfBlock: 'always',
  parameters: TransactionHashParameters,
  record: TransactionDetailDto,
  refusals: [
    { code: 'not_found', reasons: [], when: 'No transaction has this hash.' },
    {
      code: 'block_not_available',
      reasons: ['coverage_gap'],
      when: 'No transaction held has this hash, and blocks are missing between the first and the newest.',
    },
  ],
};

export const LIST_FAILED_FRAMES: ChainMethod = {
  operationId: 'listFailedFrames',
  tag: 'Transactions',
  summary: 'Failed call frames of a transaction',
  description:
    'The call frames of one transaction that failed, those of a transaction that succeeded included. None when all succeeded; refused with 422 while the traces of its block are missing.',
  plan: 'Enriched Data',
  asOfBlock: 'always',
  parameters: TransactionHashParameters,
  record: FailedFramesDto,
  refusals: [
    { code: 'not_found', reasons: [], when: 'No transaction has this hash.' },
    {
      code: 'block_not_available',
      reasons: ['coverage_gap'],
      when: 'The traces of its block are missing; or no transaction held has this hash, and blocks are missing between the first and the newest.',
    },
  ],
};
