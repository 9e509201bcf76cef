import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { serviceUnavailable } from '../../kernel/refusal/record-refusals.js';
import { ClaimsAtBlockReader } from '../../projection/history/claims-at-block.reader.js';
import { checkInChain, missingBlock } from '../block/missing-block.js';
import { ChainBounds } from '../chain-bounds.js';
import { Answer } from '../http/answer.js';
import { CHAIN_ID } from '../http/chain.js';
import type { ClaimsAtBlockParameters } from './attribute.parameters.js';
import type { AttributesAtBlockDto } from './attribute-interval.dto.js';
import { attributeInterval } from './attribute-interval.record.js';

export class GetAddressAttributesAtBlockQuery extends Query<Answer<AttributesAtBlockDto>> {
  constructor(readonly parameters: ClaimsAtBlockParameters) {
    super();
  }
}

@QueryHandler(GetAddressAttributesAtBlockQuery)
export class GetAddressAttributesAtBlockHandler implements IQueryHandler<GetAddressAttributesAtBlockQuery> {
  constructor(
    private readonly claims: ClaimsAtBlockReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ parameters }: GetAddressAttributesAtBlockQuery): Promise<Answer<AttributesAtBlockDto>> {
    const { address, block } = parameters;
    const { firstBlock } = this.bounds;
    checkInChain(block, firstBlock, 'block');
    const found = await this.claims.heldAt('attribute', address, block, firstBlock);
    if (!found) throw serviceUnavailable();
    if (!('intervals' in found)) throw missingBlock(block, found);
    const { coverageBlock, intervals, coveredFamilies, isKnown } = found;
    return new Answer(
      {
        chainId: CHAIN_ID,
        address,
        block,
        coverageBlock,
        intervals: intervals.map(attributeInterval),
        coveredFamilies,
        addressKnown: isKnown,
      },
      block,
    );
  }
}
