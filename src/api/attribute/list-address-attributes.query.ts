import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { GraphStore } from '../../projection/graph/graph-store.reader.js';
import { TypeHintsReader } from '../../projection/token/type-hints.reader.js';
import { ApiResponse } from '../http/api-response.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { orAbsent } from '../http/record/or-absent.js';
import type { AttributePageParameters } from './attribute.parameters.js';
import { attributeDetail } from './attribute-detail.record.js';
import type { AttributesPageDto } from './entity-attributes.dto.js';
import { typeHintsRecord } from './type-hints.record.js';

export class ListAddressAttributesQuery extends Query<ApiResponse<AttributesPageDto>> {
  constructor(readonly parameters: AttributePageParameters) {
    super();
  }
}

@QueryHandler(ListAddressAttributesQuery)
export class ListAddressAttributesHandler implements IQueryHandler<ListAddressAttributesQuery> {
  constructor(
    private readonly graph: GraphStore,
    private readonly typeHints: TypeHintsReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ parameters }: ListAddressAttributesQuery): Promise<ApiResponse<AttributesPageDto>> {
    const { address, cursor, limit } = parameters;
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
