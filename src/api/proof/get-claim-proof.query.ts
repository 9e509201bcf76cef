import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Claim, ClaimProofReader } from '../../claims/claim-proof.reader.js';
import { ApiResponse } from '../http/api-response.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { checkInChain } from '../refusal/check-in-chain.js';
import type { ProofDto } from './proof.dto.js';
import { proofRecord } from './proof.record.js';

/** The proof of an attribute or a relation. */
export class GetClaimProofQuery extends Query<ApiResponse<ProofDto>> {
  constructor(
    readonly claim: Claim,
    readonly block: number | undefined,
  ) {
    super();
  }
}

@QueryHandler(GetClaimProofQuery)
export class GetClaimProofHandler implements IQueryHandler<GetClaimProofQuery> {
  constructor(
    private readonly proofs: ClaimProofReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ claim, block }: GetClaimProofQuery): Promise<ApiResponse<ProofDto>> {
    const { firstBlock } = this.bounds;
    if (block !== undefined) checkInChain(block, firstBlock, 'block');
    const found = await this.proofs.ofClaim(claim, block, firstBlock);
    return new ApiResponse(proofRecord(found.proof), block ?? found.coverageBlock);
  }
}
