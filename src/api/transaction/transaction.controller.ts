import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CHAIN_PATH } from '../http/chain.js';
import { Method, Parameters } from '../http/method/method.decorator.js';
import { GetTransactionQuery } from './get-transaction.query.js';
import { ListFailedFramesQuery } from './list-failed-frames.query.js';
import { GET_TRANSACTION, LIST_FAILED_FRAMES } from './transaction.methods.js';
import { TransactionHashParameters } from './transaction.parameters.js';

@Controller(`${CHAIN_PATH}/transactions`)
export class TransactionController {
  constructor(private readonly queries: QueryBus) {}

  @Method(':hash', GET_TRANSACTION)
  getTransaction(@Parameters() parameters: TransactionHashParameters) {
    return this.queries.execute(new GetTransactionQuery(parameters));
  }

  @Method(':hash/failed-frames', LIST_FAILED_FRAMES)
  listFailedFrames(@Parameters() parameters: TransactionHashParameters) {
    return this.queries.execute(new ListFailedFramesQuery(parameters));
  }
}
