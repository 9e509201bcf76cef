import type { LooseDefinition } from './compile-definition.js';

/** A definition that depends on itself: the ids on the way round, the first repeated at the end. */
export interface Cycle {
  readonly cycle: readonly string[];
}

/**
 * Sorts definitions so that each comes after those it depends on. A stratum is one above the highest it depends on, and 0 for those that depend
 * on none. Dependencies that are not there are left out.
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
