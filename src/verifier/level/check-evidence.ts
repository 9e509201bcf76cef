import type { Binding } from '../../definition/binding/binding.js';
import { parseRef } from '../../domain/chain/record/evidence-ref.js';
import type { Bundle, BundledProof, Statement } from '../bundle/bundle.schema.js';
import type { Attestations } from '../evidence/attestation.js';
import { checkAbsence } from '../evidence/check-absence.js';
import { checkFact } from '../evidence/check-fact.js';
import { EndState } from '../evidence/end-state.js';
import type { EvidenceSource } from '../evidence/evidence-source.js';
import { FactCase, type Support } from '../evidence/fact-case.js';
import { demand } from '../evidence/finding.js';
import type { EvaluatedProof } from './check-rules.js';

export type RefSupport = Support | 'registry';

/**
 * V3: every stated fact follows from its evidence, the proofs name exactly the evidence of their facts, and
 * nothing in the bundle contradicts the absences that they depend on.
 *
 * @param attestations collects what the evidence does not show
 * @returns how each evidence ref is supported, ascending
 * @throws Refuted
 */
export function checkEvidence(
  bundle: Bundle,
  { bindings, absences }: EvaluatedProof,
  source: EvidenceSource,
  attestations: Attestations,
): ReadonlyMap<string, RefSupport> {
  const supports = new Map<string, RefSupport>();
  const end = new EndState(source, bundle.block, attestations);
  for (const [hash, statement] of Object.entries(bundle.statements)) {
    const stated = new Map<string, RefSupport>();
    for (const fact of statement.holdings)
      checkFact(
        new FactCase(fact, source, end, statement.rangeStart, bindings, stated as Map<string, Support>),
      );
    for (const answer of statement.answers) {
      checkAnswer(answer, source);
      stated.set(answer.evidence, 'node');
      if (answer.block < bundle.block)
        attestations.add(
          'unchanged',
          answer.evidence,
          `that repeating the call wherever it is due, up to block ${bundle.block}, gave the same answer`,
        );
    }
    for (const absence of absences.get(hash)!) checkAbsence(absence, end);
    checkRefs(hash, bundle.proofs[hash]!, stated, bindings);
    for (const [ref, support] of stated) supports.set(ref, support);
  }
  end.finish();
  source.finish();
  for (const [ref, support] of supports)
    if (support === 'node') attestations.add('node', ref, 'what it shows');
  return new Map([...supports].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * @throws Refuted unless every ref of a proof is of a fact, a call result or a registry entry, and the proof
 * names every ref of these
 */
function checkRefs(
  hash: string,
  { sourceEvidenceRefs: refs }: BundledProof,
  stated: Map<string, RefSupport>,
  bindings: ReadonlyMap<string, Binding>,
): void {
  for (const ref of refs) {
    const [, id, version] = /^binding:([^@]+)@(.+)$/.exec(ref) ?? [];
    if (id !== undefined) {
      const isThere = bindings.get(id)?.versions.some((one) => one.version === version) === true;
      demand(isThere, ref, 'the bundle has no such version of the registry');
      stated.set(ref, 'registry');
    }
    demand(stated.has(ref), ref, 'no fact rests on it');
  }
  const named = new Set(refs);
  for (const ref of stated.keys()) demand(named.has(ref), ref, `proof ${hash} does not name it`);
}

/** Checks a recorded answer. A node attests its content; anyone with a node can repeat the call. */
function checkAnswer(answer: Statement['answers'][number], source: EvidenceSource): void {
  const place = `answer ${answer.evidence}`;
  const ref = parseRef(answer.evidence);
  const [address, call] = ref?.rest ?? [];
  demand(
    ref?.kind === 'read' && address === answer.address && call === answer.call,
    place,
    'is to another question',
  );
  demand(source.blocks.header(ref.blockHash).number === answer.block, place, 'is of another block');
  demand(answer.since <= answer.block, place, 'is of a block before the first that is asked at');
  const attested = source.attested(answer.evidence, 'read');
  demand(attested !== undefined, place, 'there is nothing for it');
  demand(attested.output === answer.output, place, 'what is attested is another answer');
}
