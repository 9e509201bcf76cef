import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Address } from '../../domain/chain/hex.js';
import { AddressReader } from '../../projection/address/address.reader.js';
import { PresentationReader } from '../../projection/name/presentation.reader.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { AddressParameter } from '../http/parameter/address.parameter.js';
import { AddressSummaryDto, addressSummaryRecord } from './address-summary.dto.js';
import { imitationNotes } from './imitation-notes.js';
import { TypeStates } from './type-states.js';

@ChainQuery({
  operationId: 'getAddress',
  path: 'addresses/:address',
  tag: 'Addresses',
  summary: 'One address',
  description:
    'What the service knows about an address. The answer is 200 for every well-formed address, even if it was ' +
    'never used.',
  plan: 'Intelligence',
  asOfBlock: 'optional',
  record: AddressSummaryDto,
  refusals: [],
})
export class GetAddressQuery extends Query<ApiResponse<AddressSummaryDto>> {
  @AddressParameter()
  readonly address!: Address;
}

@QueryHandler(GetAddressQuery)
export class GetAddressHandler implements IQueryHandler<GetAddressQuery> {
  constructor(
    private readonly addresses: AddressReader,
    private readonly presentations: PresentationReader,
    private readonly types: TypeStates,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ address }: GetAddressQuery): Promise<ApiResponse<AddressSummaryDto>> {
    const [row, presented, [type]] = await Promise.all([
      this.addresses.one(address, this.bounds.firstBlock),
      this.presentations.of([address]),
      this.types.of([address]),
    ]);
    const summary = addressSummaryRecord(presented.get(address)!, type!, row);
    const isPassing = [summary.type, summary.token].some(({ state }) => state === 'unavailable');
    return new ApiResponse(
      summary,
      row.headNumber,
      false,
      isPassing,
      imitationNotes([summary], this.presentations),
    );
  }
}
