import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { GraphStore } from '../../projection/graph/graph-store.reader.js';
import { ApiResponse } from '../http/api-response.js';
import { orAbsent } from '../http/record/or-absent.js';
import type { RelationsDto } from './relation.dto.js';
import type { RelationPageParameters } from './relation.parameters.js';
import { relationRecord } from './relation.record.js';

export class ListAddressRelationsQuery extends Query<ApiResponse<RelationsDto>> {
  constructor(readonly parameters: RelationPageParameters) {
    super();
  }
}

@QueryHandler(ListAddressRelationsQuery)
export class ListAddressRelationsHandler implements IQueryHandler<ListAddressRelationsQuery> {
  constructor(private readonly graph: GraphStore) {}

  async execute({ parameters }: ListAddressRelationsQuery): Promise<ApiResponse<RelationsDto>> {
    const { address, direction, cursor, limit } = parameters;
    const [id, counterpart] = cursor.after ?? ['', '0x'];
    const { claims, block } = await this.graph.relationsOf(
      address,
      direction,
      { id, counterpart },
      limit + 1,
    );
    const page = claims.slice(0, limit);
    const last = claims.length > limit ? page.at(-1) : undefined;
    return new ApiResponse(
      {
        chainId: CHAIN_ID,
        address,
        direction,
        relations: page.map(relationRecord),
        ...orAbsent('nextCursor', last && cursor.at([last.id, last.counterpart])),
      },
      block,
    );
  }
}
