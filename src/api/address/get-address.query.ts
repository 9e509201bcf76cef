import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { serviceUnavailable } from '../../kernel/refusal/record-refusals.js';
import { AddressReader } from '../../projection/address/address.reader.js';
import { ChainBounds } from '../chain-bounds.js';
import { Answer } from '../http/answer.js';
import type { AddressParameters } from './address.parameters.js';
import type { AddressSummaryDto } from './address-summary.dto.js';
import { addressSummaryRecord } from './address-summary.record.js';

export class GetAddressQuery extends Query<Answer<AddressSummaryDto>> {
  constructor(readonly parameters: AddressParameters) {
    super();
  }
}

@QueryHandler(GetAddressQuery)
export class GetAddressHandler implements IQueryHandler<GetAddressQuery> {
  constructor(
    private readonly addresses: AddressReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ parameters: { address } }: GetAddressQuery): Promise<Answer<AddressSummaryDto>> {
    const row = await this.addresses.one(address, this.bounds.firstBlock);
    if (!row) throw serviceUnavailable();
    return new Answer(addressSummaryRecord(address, row), row.headNumber);
  }
}
