import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ClaimProofReader } from '../../claims/claim-proof.reader.js';
import type { Address } from '../../domain/chain/hex.js';
import { ChainBounds } from '../http/chain-bounds.js';
import type { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { AddressParameter } from '../http/parameter/address.parameter.js';
import { AtBlockParameter } from '../http/parameter/block-number.parameter.js';
import { AttributeIdParameter } from '../http/parameter/claim-id.parameter.js';
import { claimProof, unproven } from './claim-proof.js';
import { ProofDto } from './proof.dto.js';

@ChainQuery({
  operationId: 'getAttributeProof',
  path: 'addresses/:address/attributes/:attributeId/proof',
  tag: 'Proofs',
  plan: 'Intelligence',
  asOfBlock: 'always',
  summary: 'Proof of an attribute',
  description:
    'The proof of an attribute of the address at the highest evaluated block or, with `block`, at the end of that ' +
    'block.',
  record: ProofDto,
  refusals: unproven('The attribute'),
})
export class GetAttributeProofQuery extends Query<ApiResponse<ProofDto>> {
  @AddressParameter()
  readonly address!: Address;

  @AttributeIdParameter()
  readonly attributeId!: string;

  @AtBlockParameter()
  readonly block!: number | undefined;
}

@QueryHandler(GetAttributeProofQuery)
export class GetAttributeProofHandler implements IQueryHandler<GetAttributeProofQuery> {
  constructor(
    private readonly proofs: ClaimProofReader,
    private readonly bounds: ChainBounds,
  ) {}

  execute({ address, attributeId, block }: GetAttributeProofQuery): Promise<ApiResponse<ProofDto>> {
    const claim = { kind: 'attribute', id: attributeId, subject: address } as const;
    return claimProof(this.proofs, this.bounds, claim, block);
  }
}
