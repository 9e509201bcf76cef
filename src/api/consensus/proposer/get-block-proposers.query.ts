import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { serviceUnavailable } from '../../../kernel/refusal/record-refusals.js';
import { ProposersReader } from '../../../projection/block/proposers.reader.js';
import { Answer } from '../../http/answer.js';
import { CHAIN_ID } from '../../http/chain.js';
import type { ProposersParameters } from '../consensus.parameters.js';
import type { BlockProposersDto } from './block-proposers.dto.js';

export class GetBlockProposersQuery extends Query<Answer<BlockProposersDto>> {
  constructor(readonly parameters: ProposersParameters) {
    super();
  }
}

@QueryHandler(GetBlockProposersQuery)
export class GetBlockProposersHandler implements IQueryHandler<GetBlockProposersQuery> {
  constructor(private readonly proposers: ProposersReader) {}

  async execute({
    parameters: { window, limit },
  }: GetBlockProposersQuery): Promise<Answer<BlockProposersDto>> {
    const found = await this.proposers.ranked(window, limit);
    if (!found) throw serviceUnavailable();
    const { headNumber, fromBlock, blockCount, proposerCount } = found;
    const proposers = found.proposers.map((row) => ({
      feeRecipient: row.feeRecipient,
      blockCount: row.blockCount,
      share: row.blockCount / blockCount,
      firstBlock: row.firstBlock,
      lastBlock: row.lastBlock,
      totalTipsWei: row.tips,
    }));
    return new Answer(
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
