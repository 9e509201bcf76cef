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
import { AttributeIdParameter } from '../http/parameter/claim-id.parameter.js';
import { CheckpointParameter } from '../http/parameter/hash.parameter.js';
import { ABOUT_BUNDLE, bundleOfClaim } from './bundle-of-claim.js';
import { unproven } from './claim-proof.js';
import { ProofBundleDto } from './proof-bundle.dto.js';

@ChainQuery({
  operationId: 'getAttributeProofBundle',
  path: 'addresses/:address/attributes/:attributeId/proof/bundle',
  tag: 'Proofs',
  plan: 'Intelligence',
  asOfBlock: 'always',
  summary: 'Checkable file of the proof of an attribute',
  description:
    'The proof of an attribute, with its definitions, facts and Merkle proofs, now or at the end of `block`.' +
    ABOUT_BUNDLE,
  beyondSeed: true,
  notForAgents: true,
  record: ProofBundleDto,
  refusals: withCheckpoint(unproven('The attribute')),
})
export class GetAttributeProofBundleQuery extends Query<ApiResponse<ProofBundleDto>> {
  @AddressParameter()
  readonly address!: Address;

  @AttributeIdParameter()
  readonly attributeId!: string;

  @AtBlockParameter()
  readonly block!: number | undefined;

  @CheckpointParameter()
  readonly checkpoint!: Hash | undefined;
}

@QueryHandler(GetAttributeProofBundleQuery)
export class GetAttributeProofBundleHandler implements IQueryHandler<GetAttributeProofBundleQuery> {
  constructor(
    private readonly proofs: ClaimProofReader,
    private readonly bundles: ProofBundleReader,
    private readonly bounds: ChainBounds,
  ) {}

  execute({
    address,
    attributeId,
    block,
    checkpoint,
  }: GetAttributeProofBundleQuery): Promise<ApiResponse<ProofBundleDto>> {
    const claim = { kind: 'attribute', id: attributeId, subject: address } as const;
    return bundleOfClaim(this.proofs, this.bundles, this.bounds, claim, block, checkpoint);
  }
}
