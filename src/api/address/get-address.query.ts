import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { AddressReader } from '../../projection/address/address.reader.js';
import { PresentationReader } from '../../projection/name/presentation.reader.js';
import { ApiResponse } from '../http/api-response.js';
import { ChainBounds } from '../http/chain-bounds.js';
import type { AddressParameters } from './address.parameters.js';
import type { AddressSummaryDto } from './address-summary.dto.js';
import { addressSummaryRecord } from './address-summary.record.js';
import { imitationNotes } from './imitation-notes.js';
import { TypeStates } from './type-states.js';

export class GetAddressQuery extends Query<ApiResponse<AddressSummaryDto>> {
  constructor(readonly parameters: AddressParameters) {
    super();
  }
}

@QueryHandler(GetAddressQuery)
export class GetAddressHandler implements IQueryHandler<GetAddressQuery> {
  constructor(
    private readonly addresses: AddressReader,
    private readonly presentations: PresentationReader,
    private readonly types: TypeStates,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ parameters: { address } }: GetAddressQuery): Promise<ApiResponse<AddressSummaryDto>> {
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
