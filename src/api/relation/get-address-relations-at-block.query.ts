import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { serviceUnavailable } from '../../kernel/refusal/record-refusals.js';
import { ClaimsAtBlockReader } from '../../projection/history/claims-at-block.reader.js';
import { checkInChain, missingBlock } from '../block/missing-block.js';
import { ChainBounds } from '../chain-bounds.js';
import { Answer } from '../http/answer.js';
import { CHAIN_ID } from '../http/chain.js';
import type { RelationsAtBlockParameters } from './relation.parameters.js';
import { relationInterval } from './relation.record.js';
import type { RelationsAtBlockDto } from './relation-interval.dto.js';

export class GetAddressRelationsAtBlockQuery extends Query<Answer<RelationsAtBlockDto>> {
  constructor(readonly parameters: RelationsAtBlockParameters) {
    super();
  }
}

@QueryHandler(GetAddressRelationsAtBlockQuery)
export class GetAddressRelationsAtBlockHandler implements IQueryHandler<GetAddressRelationsAtBlockQuery> {
  constructor(
    private readonly claims: ClaimsAtBlockReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ parameters }: GetAddressRelationsAtBlockQuery): Promise<Answer<RelationsAtBlockDto>> {
    const { address, block } = parameters;
    const { firstBlock } = this.bounds;
    checkInChain(block, firstBlock, 'block');
    const found = await this.claims.heldAt('relation', address, block, firstBlock);
    if (!found) throw serviceUnavailable();
    if (!('intervals' in found)) throw missingBlock(block, found);
    const { coverageBlock, intervals, coveredFamilies, isKnown } = found;
    return new Answer(
      {
        chainId: CHAIN_ID,
        address,
        block,
        coverageBlock,
        intervals: intervals.map(relationInterval),
        coveredFamilies,
        addressKnown: isKnown,
      },
      block,
    );
  }
}
