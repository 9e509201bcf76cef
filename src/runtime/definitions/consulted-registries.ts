import { Registries } from '../../api/registry/registries.js';
import { readDefinitions } from '../../definition/read-definitions.js';

/** The registries of a chain with the definitions that consult them. @throws DefinitionsRefused */
export function consultedRegistries(isDemo: boolean): Registries {
  const { catalog, bindings } = readDefinitions(isDemo);
  const usedBy = (id: string) =>
    catalog.definitions
      .filter((definition) => definition.bindings.includes(id))
      .map((definition) => definition.id);
  return new Registries(
    new Map(
      [...bindings]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([id, binding]) => [id, { binding, usedBy: usedBy(id) }]),
    ),
  );
}
