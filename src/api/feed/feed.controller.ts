import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CHAIN_PATH } from '../http/chain.js';
import { Method, Parameters } from '../http/method/method.decorator.js';
import { LIST_ADDRESS_INTERNAL_TRANSFERS, LIST_ADDRESS_TRANSACTIONS } from './feed.methods.js';
import { FeedParameters } from './feed.parameters.js';
import { ListAddressInternalTransfersQuery } from './list-address-internal-transfers.query.js';
import { ListAddressTransactionsQuery } from './list-address-transactions.query.js';

@Controller(`${CHAIN_PATH}/addresses`)
export class FeedController {
  constructor(private readonly queries: QueryBus) {}

  @Method(':address/transactions', LIST_ADDRESS_TRANSACTIONS)
  listAddressTransactions(@Parameters() parameters: FeedParameters) {
    return this.queries.execute(new ListAddressTransactionsQuery(parameters));
  }

  @Method(':address/internal-transfers', LIST_ADDRESS_INTERNAL_TRANSFERS)
  listAddressInternalTransfers(@Parameters() parameters: FeedParameters) {
    return this.queries.execute(new ListAddressInternalTransfersQuery(parameters));
  }
}
