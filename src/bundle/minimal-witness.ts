import type { Bindings } from '../definition/binding/read-bindings.js';
import type { Definition } from '../definition/model/definition.js';
import type { Address } from '../domain/chain/hex.js';
import type { HistoricalEvaluator } from '../engine/historical/historical-evaluator.js';
import { evaluate } from '../evaluator/evaluate/evaluate.js';
import type { BundledProof, BundledRule, Statement } from '../verifier/bundle/bundle.schema.js';
import { statementDigest } from '../verifier/bundle/statement-digest.js';
import { compileRule } from '../verifier/rule/compile-rule.js';
import { type Absence, StatementView } from '../verifier/rule/statement-view.js';
import { RecordingView } from './recording-view.js';
import { ruleDocument } from './rule-document.js';

type UndigestedStatement = Omit<Statement, 'digest'>;

/** A proof and all proofs that it rests on, each with its statement. */
export interface StatedProofs {
  readonly proofs: Record<string, BundledProof>;
  readonly statements: Record<string, Statement>;
  readonly definitions: Record<string, BundledRule>;
  /** Registries that were looked up. */
  readonly bindings: Set<string>;
  /** The absences that the proofs depend on. */
  readonly absences: Absence[];
}

export interface WantedClaim {
  readonly id: string;
  readonly subject: Address;
  readonly block: number;
  /** `sha256:…` */
  readonly proofHash: string;
}

/** Evaluates stored claims again, and records everything that the evaluation depends on. */
export class MinimalWitness {
  readonly stated: StatedProofs = {
    proofs: {},
    statements: {},
    definitions: {},
    bindings: new Set(),
    absences: [],
  };
  readonly #definitions: ReadonlyMap<string, Definition>;

  constructor(
    private readonly historical: HistoricalEvaluator,
    private readonly bindings: Bindings,
  ) {
    this.#definitions = new Map(historical.catalog.definitions.map((one) => [one.id, one]));
  }

  /**
   * Adds a proof with all that it rests on.
   * @throws Error if evaluating again gives another proof: the store is damaged, or a definition changed
   */
  async add(claim: WantedClaim): Promise<void> {
    const { id, subject, block, proofHash } = claim;
    if (this.stated.proofs[proofHash]) return;
    const definition = this.#definitions.get(id)!;
    const evaluation = await this.historical.at(definition, subject, block, (view) =>
      evaluate(definition, subject, view),
    );
    const found = evaluation?.claims.find((one) => one.proofHash === proofHash);
    if (!found)
      throw new Error(`evaluating ${id} of ${subject} at block ${block} again does not give ${proofHash}`);
    const proof = JSON.parse(found.canonical) as BundledProof;
    const family = definition.families.find((one) => one.id === proof.selectedFamilyId)!;
    const single = { ...definition, families: [family] };
    const recorded = (await this.historical.at(definition, subject, block, (view) => {
      const recording = new RecordingView(view, this.historical.catalog.sources);
      evaluate(single, subject, recording);
      return recording;
    }))!;
    this.stated.proofs[proofHash] = proof;
    const claims = recorded.claims.filter((one) => proof.dependencyProofRefs.includes(one.proofHash));
    for (const one of claims)
      await this.add({ id: one.id, subject: one.address, block, proofHash: one.proofHash });
    const rule = ruleDocument(definition);
    this.stated.definitions[definition.definitionVersion] = rule;
    const everything = recorded.recorded();
    const statement = this.#trimmed(claim, proof, rule, {
      ...everything,
      // A source with many keys was read for other objects, too: only what the proof names is kept.
      holdings: everything.holdings.filter(({ evidence }) =>
        evidence.every((ref) => proof.sourceEvidenceRefs.includes(ref)),
      ),
      claims: distinct(claims.map(({ proofHash: of, intervalStart }) => ({ proof: of, intervalStart }))),
    });
    this.stated.statements[proofHash] = {
      ...statement,
      digest: statementDigest(proofHash, block, statement),
    };
  }

  /** The statement without the parts that the evaluation of this one claim does not read. */
  #trimmed(
    { block, proofHash }: WantedClaim,
    proof: BundledProof,
    rule: BundledRule,
    statement: UndigestedStatement,
  ): UndigestedStatement {
    const { definition, sources } = compileRule(rule, proof.definitionVersion, proof.selectedFamilyId)!;
    const evaluated = (stated: UndigestedStatement): StatementView | undefined => {
      const { proofs } = this.stated;
      const view = new StatementView(stated, { block, proof, proofs, bindings: this.bindings, sources });
      const { claims } = evaluate(definition, proof.subject, view);
      return claims.some((one) => one.proofHash === proofHash) ? view : undefined;
    };
    const leanest = READINGS.map((fields) => withoutReadings(statement, fields)).find(evaluated);
    const view = leanest && evaluated(leanest);
    if (!leanest || !view)
      throw new Error(
        `what is recorded of ${proof.attributeId} of ${proof.subject} does not give ${proofHash}`,
      );
    for (const id of view.askedBindings) this.stated.bindings.add(id);
    this.stated.absences.push(...view.absences);
    const asked = <One extends object>(all: readonly One[]): One[] => all.filter((one) => view.wasAsked(one));
    return {
      rangeStart: leanest.rangeStart,
      holdings: asked(leanest.holdings),
      formerly: asked(leanest.formerly),
      claims: asked(leanest.claims),
      lapsed: asked(leanest.lapsed),
      answers: asked(leanest.answers),
    };
  }
}

/**
 * Fields of the code analysis to leave out, most first: readers of a bundle repeat little of the analysis, so it
 * states only what the proof needs.
 */
const READINGS = [
  ['fingerprint', 'selectors', 'instructions'],
  ['fingerprint', 'selectors'],
  ['fingerprint', 'instructions'],
  ['selectors', 'instructions'],
  ['fingerprint'],
  ['selectors'],
  ['instructions'],
  [],
] as const;

function withoutReadings(statement: UndigestedStatement, fields: readonly string[]): UndigestedStatement {
  return {
    ...statement,
    holdings: statement.holdings.map((stated) =>
      stated.source.kind === 'code' && typeof stated.value === 'object'
        ? { ...stated, value: without(stated.value, fields) }
        : stated,
    ),
  };
}

function without(value: Readonly<Record<string, string>>, fields: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !fields.includes(name)));
}

function distinct<One extends { readonly proof: string }>(claims: readonly One[]): One[] {
  return [...new Map(claims.map((one) => [one.proof, one])).values()];
}
