import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ProofReader } from '../../claims/proof.reader.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { ProofHashParameter } from '../http/parameter/proof-hash.parameter.js';
import { ProofDto, proofRecord } from './proof.dto.js';

@ChainQuery({
  operationId: 'getProof',
  path: 'proofs/:proofHash',
  tag: 'Proofs',
  plan: 'Intelligence',
  asOfBlock: 'always',
  record: ProofDto,
  summary: 'Proof by its hash',
  description: 'A proof that supports a claim now or supported one before.',
  beyondSeed: true,
  refusals: [
    { code: 'not_found', reasons: [], when: 'There is no proof with this hash.' },
    {
      code: 'block_not_available',
      reasons: ['coverage_gap'],
      when: 'No proof with this hash is held, and there are blocks that were not evaluated.',
    },
  ],
})
export class GetProofQuery extends Query<ApiResponse<ProofDto>> {
  @ProofHashParameter()
  readonly proofHash!: string;
}

@QueryHandler(GetProofQuery)
export class GetProofHandler implements IQueryHandler<GetProofQuery> {
  constructor(
    private readonly proofs: ProofReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ proofHash }: GetProofQuery): Promise<ApiResponse<ProofDto>> {
    const found = await this.proofs.byHash(proofHash, this.bounds.firstBlock);
    return new ApiResponse(proofRecord(found.proof), found.coverageBlock);
  }
}
