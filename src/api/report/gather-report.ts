import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ClaimsOfManyReader, type HeldClaim } from '../../claims/claims-of-many.reader.js';
import { DefinitionReader } from '../../claims/definition.reader.js';
import type { Address } from '../../domain/chain/hex.js';
import { parseRef } from '../../domain/chain/record/evidence-ref.js';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import { NodeHostReader } from '../../records/coverage/node-host.reader.js';
import { GetBlockQuery } from '../block/get-block.query.js';
import { GetCoverageQuery } from '../coverage/get-coverage.query.js';
import { type DefinitionDto, definitionRecord } from '../definition/definition.dto.js';
import { GetEvidenceQuery } from '../evidence/get-evidence.query.js';
import { ExplainAttributeQuery } from '../explanation/explain-attribute.query.js';
import { ExplainRelationQuery } from '../explanation/explain-relation.query.js';
import type { ExplanationDto } from '../explanation/explanation.dto.js';
import { ChainBounds } from '../http/chain-bounds.js';
import type { RequestedClaim } from '../http/parameter/claim-list.parameter.js';
import { GetAttributeProofQuery } from '../proof/get-attribute-proof.query.js';
import { GetProofQuery } from '../proof/get-proof.query.js';
import { GetRelationProofQuery } from '../proof/get-relation-proof.query.js';
import type { ProofDto } from '../proof/proof.dto.js';
import { notFound } from '../refusal/record-refusals.js';
import {
  type ConsultedListDto,
  consultedBy,
  consultedLists,
  refuseOtherLists,
} from '../registry/consulted-list.dto.js';
import { Registries } from '../registry/registries.js';
import type { Report, ReportedClaim, ReportedEvidence } from './report.js';

/** Most counterparts that are shown of a relation requested without one. */
const MOST_COUNTERPARTS = 20;
/** Most pieces of evidence, and most dependencies, that are shown of a claim. Its bundle has all. */
const MOST_SHOWN = 30;

export interface AskedReport {
  readonly address: Address;
  readonly claims: readonly RequestedClaim[];
  readonly question: string | undefined;
  /** By default the highest evaluated. */
  readonly block: number | undefined;
}

/** Collects what a report states from the methods that give each part, at the end of one block. */
@Injectable()
export class ReportGatherer {
  constructor(
    private readonly queries: QueryBus,
    private readonly definitions: DefinitionReader,
    private readonly claims: ClaimsOfManyReader,
    private readonly nodes: NodeHostReader,
    private readonly registries: Registries,
    private readonly bounds: ChainBounds,
  ) {}

  /** @throws {NotCovered} where the block is not evaluated, or was replaced meanwhile */
  async of({ address, claims, question, block: asked }: AskedReport): Promise<Report> {
    const { digest, definitions } = await this.definitions.all();
    const known = new Map(definitions.map((row) => [row.id, definitionRecord(row)]));
    if (claims.some(({ id }) => !known.has(id))) throw notFound('definition');
    const ids = [...new Set(claims.map(({ id }) => id))];
    const { firstBlock } = this.bounds;
    const bounds = { claimLimit: MOST_COUNTERPARTS + 1, firstBlock };
    const { block: number } = await this.claims.held([address], [], asked, bounds);
    const block = await this.#block(number);
    const reported: ReportedClaim[] = [];
    const cut: string[] = [];
    const open: string[] = [];
    const explanations = new Map<string, ExplanationDto>();
    // One after the other, so that a report takes one connection.
    for (const claim of claims) {
      const definition = known.get(claim.id)!;
      // Each for itself: an address may have thousands of relations of one kind.
      const object = claim.counterpart;
      const { claims: proven, undecided } = await this.claims.held([address], [claim.id], number, {
        ...bounds,
        object,
      });
      if (proven.length > MOST_COUNTERPARTS) cut.push(claim.id);
      if (object === undefined && proven.length > 0 && undecided.length > 0) open.push(claim.id);
      for (const one of proven.slice(0, MOST_COUNTERPARTS))
        reported.push(await this.#proven(address, definition, one, number));
      if (proven.length > 0) continue;
      // A relation that holds for no counterpart asked about has one explanation. Making it takes a second where there are thousands of keys.
      const explanation =
        explanations.get(claim.id) ?? (await this.#explained(address, definition, claim, number));
      explanations.set(claim.id, explanation);
      reported.push(otherClaim(definition, claim, explanation));
    }
    const named = withDependencies(ids, known);
    const namedIds = named.map(({ id }) => id);
    refuseOtherLists(consultedBy(this.registries, namedIds), await this.definitions.lists());
    const lists = this.#lists(namedIds, number);
    const coverage = (await this.queries.execute(new GetCoverageQuery())).data;
    const nodes = await this.nodes.all();
    const texts = await this.definitions.textsOf(
      named.map(({ id, currentVersion: { version } }) => ({ id, version })),
    );
    // All parts were read by block number, so it must still be the same block.
    if ((await this.#block(number)).hash !== block.hash) throw NotCovered.unavailable();
    const { hash, timestamp } = block;
    return {
      subject: address,
      question,
      block: { number, hash, timestamp },
      claims: reported,
      cut,
      open,
      lists,
      coverage,
      nodes,
      definitionSet: digest,
      definitions: named,
      texts,
    };
  }

  #lists(ids: readonly string[], block: number): readonly ConsultedListDto[] {
    return consultedLists(this.registries, ids, block, Date.now());
  }

  async #block(number: number) {
    return (await this.queries.execute(Object.assign(new GetBlockQuery(), { number }))).data;
  }

  async #proven(
    address: Address,
    definition: DefinitionDto,
    held: HeldClaim,
    block: number,
  ): Promise<ReportedClaim> {
    const object = held.object ?? undefined;
    const query =
      object === undefined
        ? Object.assign(new GetAttributeProofQuery(), { address, attributeId: definition.id, block })
        : Object.assign(new GetRelationProofQuery(), {
            address,
            relationId: definition.id,
            counterpart: object,
            block,
          });
    const proof = (await this.queries.execute(query)).data;
    const evidence: ReportedEvidence[] = [];
    for (const ref of proof.sourceEvidenceRefs.slice(0, MOST_SHOWN)) evidence.push(await this.#evidence(ref));
    const restsOn: ProofDto[] = [];
    for (const proofHash of proof.dependencyProofRefs.slice(0, MOST_SHOWN))
      restsOn.push((await this.queries.execute(Object.assign(new GetProofQuery(), { proofHash }))).data);
    return {
      definition,
      ...(object !== undefined && { object }),
      answer: 'proven',
      proof,
      held,
      evidence,
      restsOn,
      lists: this.#lists([definition.id, ...restsOn.map(({ attributeId }) => attributeId)], block),
    };
  }

  async #evidence(ref: string): Promise<ReportedEvidence> {
    if (parseRef(ref) === undefined) return { ref };
    return { ref, found: (await this.queries.execute(Object.assign(new GetEvidenceQuery(), { ref }))).data };
  }

  async #explained(
    address: Address,
    definition: DefinitionDto,
    { id, counterpart }: RequestedClaim,
    block: number,
  ): Promise<ExplanationDto> {
    const query =
      definition.kind === 'attribute'
        ? Object.assign(new ExplainAttributeQuery(), { address, attributeId: id, block })
        : Object.assign(new ExplainRelationQuery(), { address, relationId: id, counterpart, block });
    const explanation = (await this.queries.execute(query)).data;
    // What is proven is shown with its proof. Here the two reads contradict each other, because something
    // changed between them.
    if (explanation.answer === 'proven') throw NotCovered.unavailable();
    return explanation;
  }
}

function otherClaim(
  definition: DefinitionDto,
  { counterpart }: RequestedClaim,
  explanation: ExplanationDto,
): ReportedClaim {
  return {
    definition,
    ...(counterpart !== undefined && { object: counterpart }),
    answer: explanation.answer as ReportedClaim['answer'],
    evidence: [],
    restsOn: [],
    lists: [],
    explanation,
  };
}

/** These definitions and all that they depend on, ascending by id. */
function withDependencies(
  ids: readonly string[],
  known: ReadonlyMap<string, DefinitionDto>,
): readonly DefinitionDto[] {
  const found = new Map<string, DefinitionDto>();
  const open = [...ids];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const definition = known.get(id);
    if (definition === undefined || found.has(id)) continue;
    found.set(id, definition);
    open.push(...definition.currentVersion.dependencies);
  }
  return [...found.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}
