import type { ChainMethod } from '../../http/method/documented-method.js';
import { FeedParameters } from '../feed.parameters.js';
import { AddressTokenTransfersDto } from './address-token-transfers.dto.js';

export const LIST_ADDRESS_TOKEN_TRANSFERS: ChainMethod = {
  operationId: 'listAddressTokenTransfers',
  tag: 'Addresses',
  summary: 'Token transfers of an address',
  description:
    'A page of the tokens the address sent or was sent, newest first: ERC-20, ERC-721, ERC-1155 and ERC-777, mints and burns among ' +
    "them, one row for each element of a batch. Only events of exactly a standard's shape count.",
  plan: 'Enriched Data',
  asOfBlock: 'optional',
  parameters: FeedParameters,
  record: AddressTokenTransfersDto,
  refusals: [],
  list: { items: 'transfers', paged: true, newestFirst: true },
};
