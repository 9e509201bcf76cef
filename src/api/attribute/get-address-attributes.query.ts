import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Address } from '../../domain/chain/hex.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { GraphStore } from '../../projection/graph/graph-store.reader.js';
import { TypeHintsReader } from '../../projection/token/type-hints.reader.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { AddressParameter } from '../http/parameter/address.parameter.js';
import { attributeDetail } from './attribute-detail.dto.js';
import { EntityAttributesDto } from './entity-attributes.dto.js';
import { typeHintsRecord } from './type-hints.dto.js';

/** More than there are definitions. An address has at most one claim of each. */
const EVERY = 10_000;

@ChainQuery({
  operationId: 'getAddressAttributes',
  path: 'addresses/:address/attributes',
  tag: 'Attributes',
  plan: 'Intelligence',
  summary: 'Attributes of an address',
  description: 'Everything that is proven of the address at the highest evaluated block.',
  asOfBlock: 'optional',
  record: EntityAttributesDto,
  refusals: [],
})
export class GetAddressAttributesQuery extends Query<ApiResponse<EntityAttributesDto>> {
  @AddressParameter()
  readonly address!: Address;
}

@QueryHandler(GetAddressAttributesQuery)
export class GetAddressAttributesHandler implements IQueryHandler<GetAddressAttributesQuery> {
  constructor(
    private readonly graph: GraphStore,
    private readonly typeHints: TypeHintsReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ address }: GetAddressAttributesQuery): Promise<ApiResponse<EntityAttributesDto>> {
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
