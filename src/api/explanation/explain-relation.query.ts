import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ExplanationReader } from '../../bundle/explanation.reader.js';
import type { Address } from '../../domain/chain/hex.js';
import { ChainBounds } from '../http/chain-bounds.js';
import type { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { AddressParameter, AddressQueryParameter } from '../http/parameter/address.parameter.js';
import { AtBlockParameter } from '../http/parameter/block-number.parameter.js';
import { RelationIdParameter } from '../http/parameter/claim-id.parameter.js';
import { Registries } from '../registry/registries.js';
import { explained, UNEXPLAINED } from './explained.js';
import { ExplanationDto } from './explanation.dto.js';

@ChainQuery({
  operationId: 'explainRelation',
  path: 'addresses/:address/relations/:relationId/explain',
  tag: 'Proofs',
  plan: 'Intelligence',
  asOfBlock: 'always',
  beyondSeed: true,
  summary: 'Why a relation holds or not',
  description:
    'Whether a relation from the address is proven, not proven or undecided, as for attributes: to one ' +
    'counterpart, or to any if none is given.',
  record: ExplanationDto,
  refusals: UNEXPLAINED,
})
export class ExplainRelationQuery extends Query<ApiResponse<ExplanationDto>> {
  @AddressParameter()
  readonly address!: Address;

  @RelationIdParameter()
  readonly relationId!: string;

  @AddressQueryParameter('Object of the relation, any letter case; any object when not given.')
  readonly counterpart!: Address | undefined;

  @AtBlockParameter()
  readonly block!: number | undefined;
}

@QueryHandler(ExplainRelationQuery)
export class ExplainRelationHandler implements IQueryHandler<ExplainRelationQuery> {
  constructor(
    private readonly explanations: ExplanationReader,
    private readonly registries: Registries,
    private readonly bounds: ChainBounds,
  ) {}

  execute(query: ExplainRelationQuery): Promise<ApiResponse<ExplanationDto>> {
    const { address, relationId, counterpart, block } = query;
    return explained(this.explanations, this.registries, this.bounds, {
      ...{ kind: 'relation', id: relationId, subject: address },
      ...(counterpart !== undefined && { object: counterpart }),
      ...(block !== undefined && { block }),
    });
  }
}
