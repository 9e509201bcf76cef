import type { LooseDefinition } from './compile-definition.js';

/** Definitions that depend on each other in a cycle: their ids, the first repeated at the end. */
export interface Cycle {
  readonly cycle: readonly string[];
}

/**
 * The stratum of each definition, in an order in which each comes after those that it depends on. A stratum
 * is one above the highest of the dependencies, and 0 where there are none. Dependencies that do not exist
 * are ignored.
 */
export function strataOf(definitions: readonly LooseDefinition[]): ReadonlyMap<string, number> | Cycle {
  const byId = new Map(definitions.map((definition) => [definition.id, definition]));
  const strata = new Map<string, number>();
  const way: string[] = [];

  const visit = (id: string): Cycle | undefined => {
    const definition = byId.get(id);
    if (!definition || strata.has(id)) return undefined;
    if (way.includes(id)) return { cycle: [...way.slice(way.indexOf(id)), id] };
    way.push(id);
    for (const dep of definition.dependsOn) {
      const cycle = visit(dep);
      if (cycle) return cycle;
    }
    way.pop();
    strata.set(id, Math.max(-1, ...definition.dependsOn.map((dep) => strata.get(dep) ?? -1)) + 1);
    return undefined;
  };

  for (const { id } of definitions) {
    const cycle = visit(id);
    if (cycle) return cycle;
  }
  return strata;
}
