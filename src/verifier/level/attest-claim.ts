import type { AnyOperands, Predicate } from '../../definition/model/predicate.js';
import { predicatesNamed, predicatesNamedBy } from '../../evaluator/predicate/predicates-named.js';
import type { Bundle } from '../bundle/bundle.schema.js';
import type { Attestations } from '../evidence/attestation.js';
import type { EvidenceSource } from '../evidence/evidence-source.js';
import { type CompiledRule, compileRule } from '../rule/compile-rule.js';

/** Definition versions (`1.0.0+sha256.…`) that a publisher vouches for, by definition id. */
export type PublishedRules = ReadonlyMap<string, string>;

/**
 * Attests what no evidence of a bundle can show: since when the claim holds, what its rules and registries
 * are, and that no earlier family proves it.
 */
export function attestClaim(
  bundle: Bundle,
  published: PublishedRules,
  source: EvidenceSource,
  attestations: Attestations,
): void {
  const { block, proof, proofs, definitions, bindings } = bundle;
  for (const [id, { digest }] of Object.entries(bindings))
    attestations.add('registry', id, `that the list with digest ${digest} is the one of its publisher`);
  for (const [version, { id }] of Object.entries(definitions))
    if (published.get(id) !== version)
      attestations.add('rule', id, `that ${version} is a rule its publisher vouches for`);
  for (const [hash, { definitionVersion, selectedFamilyId, attributeId, subject }] of Object.entries(
    proofs,
  )) {
    const { families } = definitions[definitionVersion]!;
    const at = families.findIndex(({ id }) => id === selectedFamilyId);
    const earlier = families.slice(0, at).map(({ id }) => id);
    if (earlier.length > 0)
      attestations.add(
        'family',
        hash,
        `that ${attributeId} of ${subject} does not hold by ${earlier.join(', ')}, which the definition tries first`,
      );
    const rule = compileRule(definitions[definitionVersion]!, definitionVersion, selectedFamilyId)!;
    if (listsKeys(rule))
      attestations.add('keys', hash, `that the value of ${attributeId} of ${subject} is complete`);
    for (const { id } of checksOfFirstKey(rule))
      attestations.add(
        'first',
        hash,
        `that no other key of ${id} for ${attributeId} of ${subject} began earlier`,
      );
  }
  attestations.add(
    'since',
    proof,
    `that the claim began at block ${proofs[proof]!.referenceBlock}, neither earlier nor later`,
  );
  const hash = source.blocks.hashOf(block);
  if (hash !== undefined) source.blocks.header(hash);
  else
    attestations.add('head', String(block), 'that the chain has this block: its header is not in the bundle');
}

/** Checks that take the key that began first, where the claim depends on which it is. */
function checksOfFirstKey({ definition, sources }: CompiledRule): readonly Predicate[] {
  const { each, facts, negativeControls, value } = definition.families[0]!;
  if (each !== undefined) return [];
  const checks = [...facts, ...negativeControls];
  const named = new Set([...checks.flatMap(predicatesNamedBy), ...(value ? predicatesNamed(value) : [])]);
  const takesAnyKey = ({ source, atKey }: AnyOperands): boolean =>
    source !== undefined && atKey === undefined && sources[source]!.keyed;
  return facts.filter((check) => named.has(check.id) && check.operator !== 'absent' && takesAnyKey(check));
}

/** Whether the value of a claim combines all keys of a fact source. */
function listsKeys({ definition }: CompiledRule): boolean {
  const { each, value, facts } = definition.families[0]!;
  if (each === undefined || value === undefined) return false;
  const named = predicatesNamed(value);
  return facts.some(
    (check) => named.includes(check.id) && (check.id === each || predicatesNamedBy(check).length > 0),
  );
}
