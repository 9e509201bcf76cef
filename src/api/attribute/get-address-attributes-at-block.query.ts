import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ClaimsAtBlockReader } from '../../claims/claims-at-block.reader.js';
import { claimsAtBlock } from '../claim/claims-at-block.js';
import type { ApiResponse } from '../http/api-response.js';
import { ChainBounds } from '../http/chain-bounds.js';
import type { ClaimsAtBlockParameters } from './attribute.parameters.js';
import type { AttributesAtBlockDto } from './attribute-interval.dto.js';
import { attributeInterval } from './attribute-interval.record.js';

export class GetAddressAttributesAtBlockQuery extends Query<ApiResponse<AttributesAtBlockDto>> {
  constructor(readonly parameters: ClaimsAtBlockParameters) {
    super();
  }
}

@QueryHandler(GetAddressAttributesAtBlockQuery)
export class GetAddressAttributesAtBlockHandler implements IQueryHandler<GetAddressAttributesAtBlockQuery> {
  constructor(
    private readonly claims: ClaimsAtBlockReader,
    private readonly bounds: ChainBounds,
  ) {}

  execute({ parameters }: GetAddressAttributesAtBlockQuery): Promise<ApiResponse<AttributesAtBlockDto>> {
    return claimsAtBlock(this.claims, this.bounds, 'attribute', parameters, attributeInterval);
  }
}
