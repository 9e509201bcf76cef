import { canonicalJson, sha256Hex } from '../../domain/canonical/canonical-json.js';
import type { Binding } from '../binding/binding.js';
import type { Catalog } from '../model/definition.js';

/**
 * Identifies everything that decides what is proven: sha256 hex over the versions of the definitions, the
 * digests of the registries that they consult, and the versions of the code analysis.
 */
export function definitionSetDigest(
  { definitions, analysis }: Catalog,
  bindings: ReadonlyMap<string, Pick<Binding, 'digest'>>,
): string {
  const consulted = [...new Set(definitions.flatMap((definition) => definition.bindings))].sort();
  return sha256Hex(
    canonicalJson({
      definitions: definitions.map(({ id, definitionVersion }) => [id, definitionVersion]),
      bindings: consulted.map((id) => [id, bindings.get(id)!.digest]),
      ...(analysis && { analysis }),
    }),
  );
}
