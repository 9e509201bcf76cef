import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ProofBundleReader } from '../../bundle/proof-bundle.reader.js';
import { ClaimProofReader } from '../../claims/claim-proof.reader.js';
import type { Address, Hash } from '../../domain/chain/hex.js';
import { ChainBounds } from '../http/chain-bounds.js';
import type { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { withCheckpoint } from '../http/method/uncovered-block.js';
import { AddressParameter } from '../http/parameter/address.parameter.js';
import { AtBlockParameter } from '../http/parameter/block-number.parameter.js';
import { RelationIdParameter } from '../http/parameter/claim-id.parameter.js';
import { CheckpointParameter } from '../http/parameter/hash.parameter.js';
import { ABOUT_BUNDLE, bundleOfClaim } from './bundle-of-claim.js';
import { unproven } from './claim-proof.js';
import { ProofBundleDto } from './proof-bundle.dto.js';

@ChainQuery({
  operationId: 'getRelationProofBundle',
  path: 'addresses/:address/relations/:relationId/:counterpart/proof/bundle',
  tag: 'Proofs',
  plan: 'Intelligence',
  asOfBlock: 'always',
  summary: 'Checkable file of the proof of a relation',
  description:
    'The proof of a relation, with its definitions, facts and Merkle proofs, now or at the end of `block`.' +
    ABOUT_BUNDLE,
  beyondSeed: true,
  notForAgents: true,
  record: ProofBundleDto,
  refusals: withCheckpoint(unproven('The relation')),
})
export class GetRelationProofBundleQuery extends Query<ApiResponse<ProofBundleDto>> {
  @AddressParameter()
  readonly address!: Address;

  @RelationIdParameter()
  readonly relationId!: string;

  @AddressParameter('Object of the relation, any letter case.')
  readonly counterpart!: Address;

  @AtBlockParameter()
  readonly block!: number | undefined;

  @CheckpointParameter()
  readonly checkpoint!: Hash | undefined;
}

@QueryHandler(GetRelationProofBundleQuery)
export class GetRelationProofBundleHandler implements IQueryHandler<GetRelationProofBundleQuery> {
  constructor(
    private readonly proofs: ClaimProofReader,
    private readonly bundles: ProofBundleReader,
    private readonly bounds: ChainBounds,
  ) {}

  execute(query: GetRelationProofBundleQuery): Promise<ApiResponse<ProofBundleDto>> {
    const { address, relationId, counterpart, block, checkpoint } = query;
    const claim = { kind: 'relation', id: relationId, subject: address, object: counterpart } as const;
    return bundleOfClaim(this.proofs, this.bundles, this.bounds, claim, block, checkpoint);
  }
}
