import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ExplanationReader } from '../../bundle/explanation.reader.js';
import type { Address } from '../../domain/chain/hex.js';
import { ChainBounds } from '../http/chain-bounds.js';
import type { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { AddressParameter } from '../http/parameter/address.parameter.js';
import { AtBlockParameter } from '../http/parameter/block-number.parameter.js';
import { AttributeIdParameter } from '../http/parameter/claim-id.parameter.js';
import { Registries } from '../registry/registries.js';
import { explained, UNEXPLAINED } from './explained.js';
import { ExplanationDto } from './explanation.dto.js';

@ChainQuery({
  operationId: 'explainAttribute',
  path: 'addresses/:address/attributes/:attributeId/explain',
  tag: 'Proofs',
  plan: 'Intelligence',
  asOfBlock: 'always',
  beyondSeed: true,
  summary: 'Why an attribute holds or not',
  description:
    'Whether the attribute is proven, not proven or undecided at the highest evaluated block or at the end of ' +
    '`block`, with the result of each check.',
  record: ExplanationDto,
  refusals: UNEXPLAINED,
})
export class ExplainAttributeQuery extends Query<ApiResponse<ExplanationDto>> {
  @AddressParameter()
  readonly address!: Address;

  @AttributeIdParameter()
  readonly attributeId!: string;

  @AtBlockParameter()
  readonly block!: number | undefined;
}

@QueryHandler(ExplainAttributeQuery)
export class ExplainAttributeHandler implements IQueryHandler<ExplainAttributeQuery> {
  constructor(
    private readonly explanations: ExplanationReader,
    private readonly registries: Registries,
    private readonly bounds: ChainBounds,
  ) {}

  execute({ address, attributeId, block }: ExplainAttributeQuery): Promise<ApiResponse<ExplanationDto>> {
    const claim = { kind: 'attribute', id: attributeId, subject: address } as const;
    return explained(this.explanations, this.registries, this.bounds, {
      ...claim,
      ...(block !== undefined && { block }),
    });
  }
}
