import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { CoverageReader, type FamilyCoverage } from '../../records/coverage/coverage.reader.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { orAbsent } from '../http/record/or-absent.js';
import { CoverageDto, type CoverageFamilyDto } from './coverage.dto.js';

@ChainQuery({
  operationId: 'getCoverage',
  path: 'coverage',
  tag: 'Coverage',
  summary: 'What is covered',
  description: 'The newest block, and for each family of data the covered blocks and the gaps.',
  plan: 'Enriched Data',
  asOfBlock: 'never',
  beyondSeed: true,
  record: CoverageDto,
  refusals: [],
})
export class GetCoverageQuery extends Query<ApiResponse<CoverageDto>> {}

@QueryHandler(GetCoverageQuery)
export class GetCoverageHandler implements IQueryHandler<GetCoverageQuery> {
  constructor(
    private readonly coverage: CoverageReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute(): Promise<ApiResponse<CoverageDto>> {
    const { firstBlock } = this.bounds;
    const covered = await this.coverage.atHead(firstBlock);
    const families = covered.families.map((family) => familyRecord(family, firstBlock));
    return new ApiResponse({ chainId: CHAIN_ID, head: covered.head, families });
  }
}

function familyRecord({ kind, family, ranges, gaps }: FamilyCoverage, startBlock: number): CoverageFamilyDto {
  return {
    family,
    kind,
    startBlock,
    ranges,
    gaps,
    ...orAbsent('coverageBlock', ranges.at(-1)?.toBlock),
  };
}
