import type { ChainMethod } from '../http/method/documented-method.js';
import { AddressParameters } from './address.parameters.js';
import { AddressSummaryDto } from './address-summary.dto.js';

export const GET_ADDRESS: ChainMethod = {
  operationId: 'getAddress',
  tag: 'Addresses',
  summary: 'One address',
  description:
    'What is held about an address. Every well-formed address is answered with 200, also one that was never used.',
  plan: 'Intelligence',
  asOfBlock: 'optional',
  parameters: AddressParameters,
  record: AddressSummaryDto,
  refusals: [],
};
