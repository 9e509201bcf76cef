import type { ChainMethod } from '../http/method/documented-method.js';
import { AddressInternalTransfersDto } from './address-internal-transfers.dto.js';
import { AddressTransactionsDto } from './address-transactions.dto.js';
import { FeedParameters } from './feed.parameters.js';

export const LIST_ADDRESS_TRANSACTIONS: ChainMethod = {
  operationId: 'listAddressTransactions',
  tag: 'Addresses',
  summary: 'Transactions of an address',
  description:
    'A page of the transactions the address sent or was sent, newest first. One that creates a contract is listed for its sender only.',
  plan: 'Enriched Data',
  asOfBlock: 'optional',
  parameters: FeedParameters,
  record: AddressTransactionsDto,
  refusals: [],
  list: { items: 'transactions', paged: true, key: ['hash'], newestFirst: true },
};

export const LIST_ADDRESS_INTERNAL_TRANSFERS: ChainMethod = {
  operationId: 'listAddressInternalTransfers',
  tag: 'Addresses',
  summary: 'Internal transfers of an address',
  description:
    'A page of the value the address paid or was paid inside transactions, newest first. Undone payments are listed too, as `reverted`. Blocks without call traces have none to list; `/coverage` lists these blocks.',
  plan: 'Enriched Data',
  asOfBlock: 'optional',
  parameters: FeedParameters,
  record: AddressInternalTransfersDto,
  refusals: [],
  list: { items: 'transfers', paged: true, key: ['txHash', 'callPath'], newestFirst: true },
};
