import type { PoolClient } from 'pg';
import { bindingsOfSource } from '../definition/catalog/describe-source.js';
import type { Definition } from '../definition/model/definition.js';
import { readDefinitions, readForks } from '../definition/read-definitions.js';
import type { Address } from '../domain/chain/hex.js';
import { withForkTimes } from '../domain/chain/protocol/fork-schedule.js';
import type { ChainKind } from '../domain/chain/record/chain-kind.js';
import { HistoricalEvaluator } from '../engine/historical/historical-evaluator.js';
import type { FollowedData } from '../node/consensus/light-client-source.js';
import { CONVENTION, ENGINE, TRANSACTION_ENGINE } from '../state/witness/view-convention.js';
import { LoggedClaimReader } from '../transparency/logged-claim.reader.js';
import type { Bundle } from '../verifier/bundle/bundle.schema.js';
import type { BundledLog } from '../verifier/bundle/log.schema.js';
import { writeBundle } from '../verifier/bundle/read-bundle.js';
import { published } from '../verifier/published.js';
import { type Verification, verifyBundle } from '../verifier/verify-bundle.js';
import type { AccountProofSource } from './account-proof-source.js';
import { bindingDocument } from './binding-documents.js';
import { ChainEvidenceSource } from './chain-evidence-source.js';
import { evaluatedBlock, requestedDefinition } from './claim-options.js';
import { GatheredEvidence } from './gather-evidence.js';
import { gatherFinality } from './gather-finality.js';
import type { KnownForks } from './gather-views.js';
import { MinimalWitness, type StatedProofs, type WantedClaim } from './minimal-witness.js';
import { withCanonicity } from './with-canonicity.js';

/** A claim that a bundle is requested of. */
export interface RequestedClaim {
  readonly id: string;
  readonly subject: Address;
  /** Relations only. */
  readonly object?: Address;
  /** By default the highest evaluated block. */
  readonly block?: number;
}

/** A bundle that has been verified as its reader will verify it. */
export interface ExportedProof {
  readonly text: string;
  readonly verification: Extract<Verification, { outcome: 'verified' }>;
  /** By ref, why a frame that was to be executed stays attested. */
  readonly unexecuted: ReadonlyMap<string, string>;
}

const NOTHING: ReadonlyMap<string, string> = new Map();

/** Makes bundles of stored proofs, within one transaction. */
export class ProofExporter {
  private constructor(
    private readonly tx: PoolClient,
    private readonly historical: HistoricalEvaluator,
    private readonly source: ChainEvidenceSource,
    private readonly definitions: ReturnType<typeof readDefinitions>,
    private readonly isDemo: boolean,
    private readonly forks: KnownForks,
    private readonly light: FollowedData | undefined,
  ) {}

  /**
   * @param light data from a beacon block that the bundle's reader trusts to a final block: it shows that
   * young blocks are final
   */
  static async open(
    tx: PoolClient,
    { firstBlock, isDemo, forkTimes = new Map() }: ChainKind,
    nodes: AccountProofSource,
    light?: FollowedData,
  ): Promise<ProofExporter> {
    const definitions = readDefinitions(isDemo);
    const historical = await HistoricalEvaluator.open(tx, { ...definitions, firstBlock });
    const forks = { own: withForkTimes(readForks(), forkTimes), published: readForks() };
    return new ProofExporter(
      tx,
      historical,
      new ChainEvidenceSource(tx, nodes),
      definitions,
      isDemo,
      forks,
      light,
    );
  }

  /**
   * Finds the proof that carries a claim at a block.
   * @throws Error if there is no such definition, or the claim is not evaluated or not proven there
   */
  async claim({ id, subject, object, block }: RequestedClaim): Promise<WantedClaim> {
    const definition = requestedDefinition(this.definitions.catalog, id);
    if ((definition.kind === 'relation') !== (object !== undefined))
      throw new Error(
        definition.kind === 'relation'
          ? `${definition.id} is a relation: --counterpart names its object`
          : `${definition.id} is an attribute, and has no counterpart`,
      );
    const at = evaluatedBlock(definition, this.historical.ranges(definition), block);
    const proofHash = await this.proofOf({
      id: definition.id,
      subject,
      block: at,
      ...(object && { object }),
    });
    if (proofHash === undefined)
      throw new Error(`${definition.id} of ${subject} is not proven at block ${at}: \`explain\` says why`);
    return { id: definition.id, subject, block: at, proofHash };
  }

  /** Hash of the stored proof that carries a claim at a block; undefined where it is not proven. */
  async proofOf({
    id,
    subject,
    object,
    block,
  }: RequestedClaim & { block: number }): Promise<string | undefined> {
    const definition = requestedDefinition(this.definitions.catalog, id);
    return this.historical.proofOf(definition, subject, object ?? '', block);
  }

  /** Every definition by its id, for its meaning in words. */
  meanings(): ReadonlyMap<string, Definition> {
    return new Map(this.definitions.catalog.definitions.map((definition) => [definition.id, definition]));
  }

  /**
   * Makes the bundle of a proof and verifies it.
   * @param claim a claim at a block, with the proof that carries it
   * @param executesFrames whether to execute the transactions of frames, which takes seconds
   * @throws Error if the store lacks something that the proof rests on, or the bundle does not verify
   */
  async export(claim: WantedClaim, executesFrames = false): Promise<ExportedProof> {
    const witness = new MinimalWitness(this.historical, this.definitions.bindings);
    await witness.add(claim);
    this.historical.trim();
    const { bundle, unexecuted } = await this.#bundle(claim, witness.stated, executesFrames);
    const text = writeBundle(bundle);
    const trusted = this.light && { checkpoint: this.light.checkpoint };
    const verification = await verifyBundle(text, { ...published(), ...trusted });
    if (verification.outcome !== 'verified') {
      const where =
        verification.outcome === 'refuted' ? `V${verification.level}, ${verification.place}: ` : '';
      throw new Error(`the bundle does not verify: ${where}${verification.reason}`);
    }
    return { text, verification, unexecuted };
  }

  async #bundle(
    { proofHash, block }: WantedClaim,
    stated: StatedProofs,
    executesFrames: boolean,
  ): Promise<{ readonly bundle: Bundle; readonly unexecuted: ReadonlyMap<string, string> }> {
    const { proofs, statements, definitions, bindings, absences } = stated;
    const evidence = new GatheredEvidence(this.source);
    for (const { referenceBlock, referenceBlockHash } of Object.values(proofs))
      await evidence.addBlock(referenceBlockHash, referenceBlock);
    for (const { holdings, answers } of Object.values(statements)) {
      for (const fact of holdings) {
        await evidence.addFact(fact);
        for (const id of bindingsOfSource(fact.source)) bindings.add(id);
      }
      for (const answer of answers) await evidence.addAnswer(answer.evidence, answer.block, answer.output);
    }
    await evidence.addEnd(block);
    for (const { holdings } of Object.values(statements))
      for (const fact of holdings) await evidence.addPresence(fact, block);
    for (const absence of absences) await evidence.addAbsence(absence, block);
    await evidence.addViews(this.forks);
    const unexecuted = executesFrames ? await evidence.addFrames(this.forks) : NOTHING;
    const { executed: results, frames } = evidence;
    const log = await new LoggedClaimReader(this.tx).find<BundledLog['claim'], BundledLog['entry']>(
      proofHash,
      block,
    );
    const blocks = await withCanonicity(this.tx, evidence.blocks);
    const finality = this.light && (await gatherFinality(this.tx, blocks, this.light));
    const views = Object.keys(results).length > 0 && { engine: ENGINE, convention: CONVENTION, results };
    const bundle: Bundle = {
      format: views ? 'chainproof-bundle-3' : 'chainproof-bundle-2',
      proof: proofHash,
      block,
      proofs,
      definitions,
      bindings: Object.fromEntries([...bindings].map((id) => [id, bindingDocument(id, this.isDemo)])),
      statements,
      blocks,
      attested: evidence.attested,
      ...(views && { views }),
      ...(Object.keys(frames).length > 0 && { frames: { engine: TRANSACTION_ENGINE, results: frames } }),
      ...(log && { log }),
      ...(finality && { finality }),
    };
    return { bundle, unexecuted };
  }
}
