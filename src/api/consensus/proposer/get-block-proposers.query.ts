import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CHAIN_ID } from '../../../domain/chain/record/chain-id.js';
import { PresentationReader, type PresentedAddress } from '../../../projection/name/presentation.reader.js';
import { type ProposerRow, ProposersReader } from '../../../records/block/proposers.reader.js';
import { ApiResponse } from '../../http/method/api-response.js';
import { ChainQuery } from '../../http/method/chain-query.decorator.js';
import { LimitParameter } from '../../http/parameter/limit.parameter.js';
import { WindowParameter } from '../../http/parameter/window.parameter.js';
import { orAbsent } from '../../http/record/or-absent.js';
import { type BlockProposerDto, BlockProposersDto } from './block-proposers.dto.js';

@ChainQuery({
  operationId: 'getBlockProposers',
  path: 'consensus/proposers',
  tag: 'Consensus',
  summary: 'Block-proposal leaderboard',
  description:
    'Fee recipients by the number of blocks that name them, over the days before the newest block.',
  plan: 'Intelligence',
  asOfBlock: 'optional',
  record: BlockProposersDto,
  refusals: [],
  list: { items: 'proposers', paged: false },
})
export class GetBlockProposersQuery extends Query<ApiResponse<BlockProposersDto>> {
  @WindowParameter(90, 7)
  readonly window!: number;

  @LimitParameter(100, 20)
  readonly limit!: number;
}

@QueryHandler(GetBlockProposersQuery)
export class GetBlockProposersHandler implements IQueryHandler<GetBlockProposersQuery> {
  constructor(
    private readonly proposers: ProposersReader,
    private readonly presentations: PresentationReader,
  ) {}

  async execute({ window, limit }: GetBlockProposersQuery): Promise<ApiResponse<BlockProposersDto>> {
    const found = await this.proposers.ranked(window, limit);
    const { headNumber, fromBlock, blockCount, proposerCount } = found;
    const presented = await this.presentations.of(found.proposers.map(({ feeRecipient }) => feeRecipient));
    const proposers = found.proposers.map((row) =>
      proposerRecord(row, blockCount, presented.get(row.feeRecipient)),
    );
    return new ApiResponse(
      {
        chainId: CHAIN_ID,
        windowDays: window,
        fromBlock,
        toBlock: headNumber,
        blockCount,
        proposerCount,
        proposers,
      },
      headNumber,
    );
  }
}

function proposerRecord(
  { feeRecipient, firstBlock, lastBlock, tips, ...row }: ProposerRow,
  windowBlocks: number,
  presented: PresentedAddress | undefined,
): BlockProposerDto {
  return {
    feeRecipient,
    blockCount: row.blockCount,
    share: row.blockCount / windowBlocks,
    firstBlock,
    lastBlock,
    totalTipsWei: tips,
    ...orAbsent('name', presented?.presentation.name),
    ...orAbsent('nameStanding', presented?.presentation.nameStanding),
  };
}
