import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { digestText } from '../../domain/canonical/canonical-json.js';
import type { Address } from '../../domain/chain/hex.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { PAPER_POLICY } from '../../platform/html/paper-style.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { UNCOVERED_BLOCK } from '../http/method/uncovered-block.js';
import { AddressParameter } from '../http/parameter/address.parameter.js';
import { AtBlockParameter } from '../http/parameter/block-number.parameter.js';
import { ClaimListParameter, type RequestedClaim } from '../http/parameter/claim-list.parameter.js';
import { QuestionParameter } from '../http/parameter/question.parameter.js';
import { PublicUrl } from '../http/public-url.js';
import { checkInChain } from '../refusal/check-in-chain.js';
import { ReportGatherer } from './gather-report.js';
import { ReportDto } from './report.dto.js';
import type { Report } from './report.js';
import { writeReport } from './write-report.js';

const MOST_CLAIMS = 50;
/** Hex digits of the digest that identifies a document. */
const ID_LENGTH = 16;

@ChainQuery({
  operationId: 'getAddressReport',
  path: 'addresses/:address/report',
  tag: 'Proofs',
  plan: 'Intelligence',
  asOfBlock: 'always',
  beyondSeed: true,
  notForAgents: true,
  summary: 'Several claims as a document to print',
  description:
    'What is proven of the address and what is not, at the highest evaluated block or at the end of `block`: ' +
    'statements, evidence, lists with their dates, definitions, and how to check them. With `Accept: text/html` ' +
    'the answer is the document itself.',
  record: ReportDto,
  page: { policy: `${PAPER_POLICY}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'` },
  refusals: [
    { code: 'not_found', reasons: [], when: 'There is no definition with one of the ids.' },
    UNCOVERED_BLOCK,
  ],
})
export class GetReportQuery extends Query<ApiResponse<ReportDto>> {
  @AddressParameter()
  readonly address!: Address;

  @ClaimListParameter(MOST_CLAIMS)
  readonly claims!: readonly RequestedClaim[];

  @QuestionParameter()
  readonly question!: string | undefined;

  @AtBlockParameter()
  readonly block!: number | undefined;
}

@QueryHandler(GetReportQuery)
export class GetReportHandler implements IQueryHandler<GetReportQuery> {
  constructor(
    private readonly gatherer: ReportGatherer,
    private readonly bounds: ChainBounds,
    private readonly publicUrl: PublicUrl,
  ) {}

  async execute({ address, claims, question, block }: GetReportQuery): Promise<ApiResponse<ReportDto>> {
    const { firstBlock, network } = this.bounds;
    if (block !== undefined) checkInChain(block, firstBlock, 'block');
    const report = await this.gatherer.of({ address, claims, question, block });
    const documentId = idOf(report);
    const document = writeReport(report, {
      id: documentId,
      network,
      publicUrl: this.publicUrl.value,
      writtenMs: Date.now(),
    });
    return new ApiResponse(
      {
        chainId: CHAIN_ID,
        subject: address,
        block: report.block.number,
        blockHash: report.block.hash,
        documentId,
        claims: report.claims.map(({ definition: { id }, object, answer, proof }) => ({
          attributeId: id,
          ...(object !== undefined && { object }),
          answer,
          ...(proof && { proofHash: proof.proofHash }),
        })),
        incomplete: [...new Set([...report.cut, ...report.open])].sort(),
        document,
      },
      report.block.number,
    );
  }
}

/** A digest of the request and the answers, without the time of writing. */
function idOf({ subject, question = '', block, claims, open, lists, definitionSet }: Report): string {
  const answers = claims.map(({ definition: { id }, object = '', answer, proof }) => [
    id,
    object,
    answer,
    proof?.proofHash ?? '',
  ]);
  const consulted = lists.map(({ id, version = '', digest }) => [id, version, digest]);
  const said = [subject, question, block.hash, definitionSet, answers, open, consulted];
  return digestText(JSON.stringify(said)).slice('sha256:'.length).slice(0, ID_LENGTH);
}
