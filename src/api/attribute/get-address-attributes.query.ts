import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { GraphStore } from '../../projection/graph/graph-store.reader.js';
import { TypeHintsReader } from '../../projection/token/type-hints.reader.js';
import { ApiResponse } from '../http/api-response.js';
import { ChainBounds } from '../http/chain-bounds.js';
import type { EntityParameters } from './attribute.parameters.js';
import { attributeDetail } from './attribute-detail.record.js';
import type { EntityAttributesDto } from './entity-attributes.dto.js';
import { typeHintsRecord } from './type-hints.record.js';

/** More than there are definitions: an address has one attribute per definition at most. */
const EVERY = 10_000;

export class GetAddressAttributesQuery extends Query<ApiResponse<EntityAttributesDto>> {
  constructor(readonly parameters: EntityParameters) {
    super();
  }
}

@QueryHandler(GetAddressAttributesQuery)
export class GetAddressAttributesHandler implements IQueryHandler<GetAddressAttributesQuery> {
  constructor(
    private readonly graph: GraphStore,
    private readonly typeHints: TypeHintsReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({
    parameters: { address },
  }: GetAddressAttributesQuery): Promise<ApiResponse<EntityAttributesDto>> {
    const [{ claims, block }, hints] = await Promise.all([
      this.graph.attributesOf(address, '', EVERY),
      this.typeHints.hintsFor(address, this.bounds.firstBlock),
    ]);
    return new ApiResponse(
      {
        chainId: CHAIN_ID,
        entity: address,
        attributes: claims.map(({ id }) => id),
        attributeDetails: claims.map(attributeDetail),
        ...(hints && { typeHints: typeHintsRecord(hints) }),
      },
      block,
    );
  }
}
