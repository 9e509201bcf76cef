import type { Definition } from '../definition/model/definition.js';
import { canonicalJson, sha256Hex } from '../domain/canonical/canonical-json.js';
import type { BundledRule } from '../verifier/bundle/bundle.schema.js';

/**
 * The rule of a definition in the form that its digest covers: without descriptions.
 * @throws Error if it has another digest than its version
 */
export function ruleDocument({ id, kind, document, definitionVersion }: Definition): BundledRule {
  const rule = { id, kind, families: withoutDescriptions(document) as BundledRule['families'] };
  if (!definitionVersion.endsWith(sha256Hex(canonicalJson(rule))))
    throw new Error(`the rule of ${id} is not the one its version names`);
  return rule;
}

function withoutDescriptions(families: readonly unknown[]): unknown[] {
  const silent = ({ description: _, ...check }: { description?: unknown }): unknown => check;
  return (families as { facts: object[]; negativeControls?: object[] }[]).map((family) => ({
    ...family,
    facts: family.facts.map(silent),
    ...(family.negativeControls && { negativeControls: family.negativeControls.map(silent) }),
  }));
}
