import { canonicalJson, sha256Hex } from '../../domain/canonical/canonical-json.js';
import type { Binding } from '../binding/binding.js';
import type { Catalog } from '../model/definition.js';

/**
 * Names everything that decides what is proven: sha256 hex over the ids of definitions with their versions, the registries they consult
 * with their digests, and the analysis of code.
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
