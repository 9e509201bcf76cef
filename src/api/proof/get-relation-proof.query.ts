import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ClaimProofReader } from '../../claims/claim-proof.reader.js';
import type { Address } from '../../domain/chain/hex.js';
import { ChainBounds } from '../http/chain-bounds.js';
import type { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { AddressParameter } from '../http/parameter/address.parameter.js';
import { AtBlockParameter } from '../http/parameter/block-number.parameter.js';
import { RelationIdParameter } from '../http/parameter/claim-id.parameter.js';
import { claimProof, unproven } from './claim-proof.js';
import { ProofDto } from './proof.dto.js';

@ChainQuery({
  operationId: 'getRelationProof',
  path: 'addresses/:address/relations/:relationId/:counterpart/proof',
  tag: 'Proofs',
  plan: 'Intelligence',
  asOfBlock: 'always',
  summary: 'Proof of a relation',
  description:
    'The proof of a relation from the address, its subject, to the counterpart; `block` as for attributes.',
  record: ProofDto,
  refusals: unproven('The relation'),
})
export class GetRelationProofQuery extends Query<ApiResponse<ProofDto>> {
  @AddressParameter()
  readonly address!: Address;

  @RelationIdParameter()
  readonly relationId!: string;

  @AddressParameter('Object of the relation, any letter case.')
  readonly counterpart!: Address;

  @AtBlockParameter()
  readonly block!: number | undefined;
}

@QueryHandler(GetRelationProofQuery)
export class GetRelationProofHandler implements IQueryHandler<GetRelationProofQuery> {
  constructor(
    private readonly proofs: ClaimProofReader,
    private readonly bounds: ChainBounds,
  ) {}

  execute(query: GetRelationProofQuery): Promise<ApiResponse<ProofDto>> {
    const { address, relationId, counterpart, block } = query;
    const claim = { kind: 'relation', id: relationId, subject: address, object: counterpart } as const;
    return claimProof(this.proofs, this.bounds, claim, block);
  }
}
