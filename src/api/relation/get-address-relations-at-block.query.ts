import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ClaimsAtBlockReader } from '../../claims/claims-at-block.reader.js';
import { claimsAtBlock } from '../claim/claims-at-block.js';
import type { ApiResponse } from '../http/api-response.js';
import { ChainBounds } from '../http/chain-bounds.js';
import type { RelationsAtBlockParameters } from './relation.parameters.js';
import { relationInterval } from './relation.record.js';
import type { RelationsAtBlockDto } from './relation-interval.dto.js';

export class GetAddressRelationsAtBlockQuery extends Query<ApiResponse<RelationsAtBlockDto>> {
  constructor(readonly parameters: RelationsAtBlockParameters) {
    super();
  }
}

@QueryHandler(GetAddressRelationsAtBlockQuery)
export class GetAddressRelationsAtBlockHandler implements IQueryHandler<GetAddressRelationsAtBlockQuery> {
  constructor(
    private readonly claims: ClaimsAtBlockReader,
    private readonly bounds: ChainBounds,
  ) {}

  execute({ parameters }: GetAddressRelationsAtBlockQuery): Promise<ApiResponse<RelationsAtBlockDto>> {
    return claimsAtBlock(this.claims, this.bounds, 'relation', parameters, relationInterval);
  }
}
