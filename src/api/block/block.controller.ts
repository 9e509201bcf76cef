import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CHAIN_PATH } from '../http/chain.js';
import { Method, Parameters } from '../http/method/method.decorator.js';
import { GET_BLOCK, GET_LATEST_BLOCK, LIST_BLOCK_TRANSACTIONS } from './block.methods.js';
import { BlockNumberParameters, BlockPageParameters } from './block.parameters.js';
import { GetBlockQuery } from './get-block.query.js';
import { GetLatestBlockQuery } from './get-latest-block.query.js';
import { ListBlockTransactionsQuery } from './list-block-transactions.query.js';

@Controller(`${CHAIN_PATH}/blocks`)
export class BlockController {
  constructor(private readonly queries: QueryBus) {}

  @Method('latest', GET_LATEST_BLOCK)
  getLatestBlock() {
    return this.queries.execute(new GetLatestBlockQuery());
  }

  @Method(':number', GET_BLOCK)
  getBlock(@Parameters() parameters: BlockNumberParameters) {
    return this.queries.execute(new GetBlockQuery(parameters));
  }

  @Method(':number/transactions', LIST_BLOCK_TRANSACTIONS)
  listBlockTransactions(@Parameters() parameters: BlockPageParameters) {
    return this.queries.execute(new ListBlockTransactionsQuery(parameters));
  }
}
