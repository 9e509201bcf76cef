import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ProofReader } from '../../claims/proof.reader.js';
import { ApiResponse } from '../http/api-response.js';
import { ChainBounds } from '../http/chain-bounds.js';
import type { ProofDto } from './proof.dto.js';
import type { ProofParameters } from './proof.parameters.js';
import { proofRecord } from './proof.record.js';

export class GetProofQuery extends Query<ApiResponse<ProofDto>> {
  constructor(readonly parameters: ProofParameters) {
    super();
  }
}

@QueryHandler(GetProofQuery)
export class GetProofHandler implements IQueryHandler<GetProofQuery> {
  constructor(
    private readonly proofs: ProofReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ parameters: { proofHash } }: GetProofQuery): Promise<ApiResponse<ProofDto>> {
    const found = await this.proofs.byHash(proofHash, this.bounds.firstBlock);
    return new ApiResponse(proofRecord(found.proof), found.coverageBlock);
  }
}
