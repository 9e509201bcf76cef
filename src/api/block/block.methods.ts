import { type ChainMethod, NoParameters } from '../http/method/documented-method.js';
import { BlockDto } from './block.dto.js';
import { BlockNumberParameters, BlockPageParameters } from './block.parameters.js';
import { BlockTransactionsDto } from './block-transactions.dto.js';
import { UNCOVERED_BLOCK } from './uncovered-block.js';

export const GET_LATEST_BLOCK: ChainMethod = {
  operationId: 'getLatestBlock',
  tag: 'Blocks',
  summary: 'Newest block',
  description: 'The block with the highest number held here.',
  plan: 'Enriched Data',
  asOfBlock: 'always',
  parameters: NoParameters,
  record: BlockDto,
  refusals: [],
};

export const GET_BLOCK: ChainMethod = {
  operationId: 'getBlock',
  tag: 'Blocks',
  summary: 'Block by number',
  description:
    'One block. A number above the newest block or inside a gap is refused with 422, never with 404.',
  plan: 'Enriched Data',
  asOfBlock: 'always',
  parameters: BlockNumberParameters,
  record: BlockDto,
  refusals: [UNCOVERED_BLOCK],
};

export const LIST_BLOCK_TRANSACTIONS: ChainMethod = {
  operationId: 'listBlockTransactions',
  tag: 'Blocks',
  summary: 'Transactions of a block',
  description: 'A page of the transactions of one block, in block order.',
  plan: 'Enriched Data',
  asOfBlock: 'always',
  parameters: BlockPageParameters,
  record: BlockTransactionsDto,
  refusals: [UNCOVERED_BLOCK],
  list: { items: 'transactions', paged: true, key: ['hash'] },
};
