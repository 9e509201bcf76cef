import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CHAIN_PATH } from '../../http/chain.js';
import { Method, Parameters } from '../../http/method/method.decorator.js';
import { FeedParameters } from '../feed.parameters.js';
import { ListAddressTokenTransfersQuery } from './list-address-token-transfers.query.js';
import { LIST_ADDRESS_TOKEN_TRANSFERS } from './token-transfer.methods.js';

@Controller(`${CHAIN_PATH}/addresses`)
export class TokenTransferController {
  constructor(private readonly queries: QueryBus) {}

  @Method(':address/token-transfers', LIST_ADDRESS_TOKEN_TRANSFERS)
  listAddressTokenTransfers(@Parameters() parameters: FeedParameters) {
    return this.queries.execute(new ListAddressTokenTransfersQuery(parameters));
  }
}
