import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Address } from '../../domain/chain/hex.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { GraphStore } from '../../projection/graph/graph-store.reader.js';
import { TypeHintsReader } from '../../projection/token/type-hints.reader.js';
import { ChainBounds } from '../http/chain-bounds.js';
import type { Continuation } from '../http/cursor/continuation.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { AddressParameter } from '../http/parameter/address.parameter.js';
import { CursorParameter } from '../http/parameter/cursor.parameter.js';
import { LimitParameter } from '../http/parameter/limit.parameter.js';
import { orAbsent } from '../http/record/or-absent.js';
import { attributeDetail } from './attribute-detail.dto.js';
import { AttributesPageDto } from './entity-attributes.dto.js';
import { typeHintsRecord } from './type-hints.dto.js';

@ChainQuery({
  operationId: 'listAddressAttributes',
  path: 'addresses/:address/attributes/page',
  tag: 'Attributes',
  plan: 'Intelligence',
  summary: 'Attributes of an address, in pages',
  description: 'The same attributes a page at a time, ascending by id.',
  asOfBlock: 'optional',
  record: AttributesPageDto,
  refusals: [],
  list: { items: 'attributes', paged: true, key: ['attributeId'] },
})
export class ListAddressAttributesQuery extends Query<ApiResponse<AttributesPageDto>> {
  @AddressParameter()
  readonly address!: Address;

  @CursorParameter()
  readonly cursor!: Continuation<readonly [id: string]>;

  @LimitParameter(200, 50)
  readonly limit!: number;
}

@QueryHandler(ListAddressAttributesQuery)
export class ListAddressAttributesHandler implements IQueryHandler<ListAddressAttributesQuery> {
  constructor(
    private readonly graph: GraphStore,
    private readonly typeHints: TypeHintsReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({
    address,
    cursor,
    limit,
  }: ListAddressAttributesQuery): Promise<ApiResponse<AttributesPageDto>> {
    const [{ claims, block }, hints] = await Promise.all([
      this.graph.attributesOf(address, cursor.after?.[0] ?? '', limit + 1),
      this.typeHints.hintsFor(address, this.bounds.firstBlock),
    ]);
    const page = claims.slice(0, limit);
    const last = claims.length > limit ? page.at(-1) : undefined;
    return new ApiResponse(
      {
        chainId: CHAIN_ID,
        entity: address,
        attributes: page.map(attributeDetail),
        ...(hints && { typeHints: typeHintsRecord(hints) }),
        ...orAbsent('nextCursor', last && cursor.at([last.id])),
      },
      block,
    );
  }
}
