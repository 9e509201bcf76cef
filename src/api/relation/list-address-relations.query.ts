import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Address } from '../../domain/chain/hex.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { GraphStore } from '../../projection/graph/graph-store.reader.js';
import type { Continuation } from '../http/cursor/continuation.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { AddressParameter } from '../http/parameter/address.parameter.js';
import { CursorParameter } from '../http/parameter/cursor.parameter.js';
import { DirectionParameter } from '../http/parameter/direction.parameter.js';
import { LimitParameter } from '../http/parameter/limit.parameter.js';
import { orAbsent } from '../http/record/or-absent.js';
import type { Direction } from './relation.dto.js';
import { RelationsDto, relationRecord } from './relation.dto.js';

@ChainQuery({
  operationId: 'listAddressRelations',
  path: 'addresses/:address/relations',
  tag: 'Relations',
  plan: 'Intelligence',
  summary: 'Relations of an address',
  description:
    'A page of the relations that are proven at the highest evaluated block, ascending by relation id, then ' +
    'counterpart.',
  asOfBlock: 'optional',
  record: RelationsDto,
  refusals: [],
  list: { items: 'relations', paged: true, key: ['attributeId', 'counterpart'] },
})
export class ListAddressRelationsQuery extends Query<ApiResponse<RelationsDto>> {
  @AddressParameter()
  readonly address!: Address;

  @DirectionParameter()
  readonly direction!: Direction;

  @CursorParameter()
  readonly cursor!: Continuation<readonly [id: string, counterpart: string]>;

  @LimitParameter(200, 50)
  readonly limit!: number;
}

@QueryHandler(ListAddressRelationsQuery)
export class ListAddressRelationsHandler implements IQueryHandler<ListAddressRelationsQuery> {
  constructor(private readonly graph: GraphStore) {}

  async execute({
    address,
    direction,
    cursor,
    limit,
  }: ListAddressRelationsQuery): Promise<ApiResponse<RelationsDto>> {
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
