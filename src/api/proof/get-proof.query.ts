import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ProofReader } from '../../claims/proof.reader.js';
import { missingRecord } from '../../domain/refusal/missing-record.js';
import { serviceUnavailable } from '../../domain/refusal/record-refusals.js';
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
    if (!found) throw serviceUnavailable();
    if (!('proof' in found)) throw missingRecord(found);
    return new ApiResponse(proofRecord(found.proof), found.coverageBlock);
  }
}
