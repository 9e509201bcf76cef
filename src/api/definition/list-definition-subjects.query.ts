import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type ClaimPlace, SubjectsReader } from '../../claims/subjects.reader.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { ChainBounds } from '../http/chain-bounds.js';
import type { Continuation } from '../http/cursor/continuation.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { UNCOVERED_BLOCK } from '../http/method/uncovered-block.js';
import { AtBlockParameter } from '../http/parameter/block-number.parameter.js';
import { DefinitionIdParameter } from '../http/parameter/claim-id.parameter.js';
import { CursorParameter } from '../http/parameter/cursor.parameter.js';
import { LimitParameter } from '../http/parameter/limit.parameter.js';
import { orAbsent } from '../http/record/or-absent.js';
import { checkInChain } from '../refusal/check-in-chain.js';
import { notFound } from '../refusal/record-refusals.js';
import { SubjectListDto, subjectRecord } from './subject.dto.js';

@ChainQuery({
  operationId: 'listDefinitionSubjects',
  path: 'definitions/:definitionId/subjects',
  tag: 'Definitions',
  plan: 'Intelligence',
  asOfBlock: 'always',
  beyondSeed: true,
  summary: 'Addresses that carry a claim',
  description:
    'The addresses for which an attribute or relation is proven at the highest evaluated block or at the end of ' +
    '`block`. An address is not listed if the claim is undecided. A page reads about 2,000 claims, whether or not ' +
    'they hold then: it may have few rows or none, although `nextCursor` says that there are more to read.',
  record: SubjectListDto,
  refusals: [
    { code: 'not_found', reasons: [], when: 'There is no definition with this id.' },
    { ...UNCOVERED_BLOCK, when: 'The definition is not evaluated at the block.' },
  ],
  list: { items: 'subjects', paged: true, key: ['address', 'counterpart'], cursorsByBlock: true },
})
export class ListDefinitionSubjectsQuery extends Query<ApiResponse<SubjectListDto>> {
  @DefinitionIdParameter()
  readonly definitionId!: string;

  @AtBlockParameter()
  readonly block!: number | undefined;

  @CursorParameter()
  readonly cursor!: Continuation<readonly [block: number, address: string, counterpart: string]>;

  @LimitParameter(500, 100)
  readonly limit!: number;
}

@QueryHandler(ListDefinitionSubjectsQuery)
export class ListDefinitionSubjectsHandler implements IQueryHandler<ListDefinitionSubjectsQuery> {
  constructor(
    private readonly subjects: SubjectsReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute(query: ListDefinitionSubjectsQuery): Promise<ApiResponse<SubjectListDto>> {
    const { definitionId, cursor, limit } = query;
    const { firstBlock } = this.bounds;
    const [asked = query.block, subject = '0x', object = '0x'] = cursor.after ?? [];
    if (asked !== undefined) checkInChain(asked, firstBlock, 'block');
    const found = await this.subjects.carrying(
      definitionId,
      asked,
      { subject, object } as ClaimPlace,
      limit,
      firstBlock,
    );
    if (found === undefined) throw notFound('definition');
    const { block, claims, next } = found;
    return new ApiResponse(
      {
        chainId: CHAIN_ID,
        attributeId: definitionId,
        block,
        subjects: claims.map(subjectRecord),
        ...orAbsent('nextCursor', next && cursor.at([block, next.subject, next.object])),
      },
      block,
    );
  }
}
