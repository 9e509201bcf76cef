/**
 * The strata of a graph of dependencies: whatever depends on nothing is in stratum 0, everything else one above the highest it depends on.
 *
 * @returns strata by id, or a cycle, each of which depends on the next
 */
export function strataOf(
  dependencies: ReadonlyMap<string, readonly string[]>,
): { readonly strata: ReadonlyMap<string, number> } | { readonly cycle: readonly string[] } {
  const strata = new Map<string, number>();
  const open: string[] = [];
  const visit = (id: string): readonly string[] | undefined => {
    if (strata.has(id)) return undefined;
    if (open.includes(id)) return [...open.slice(open.indexOf(id)), id];
    open.push(id);
    let stratum = 0;
    for (const dependency of dependencies.get(id) ?? []) {
      const cycle = visit(dependency);
      if (cycle) return cycle;
      stratum = Math.max(stratum, strata.get(dependency)! + 1);
    }
    open.pop();
    strata.set(id, stratum);
    return undefined;
  };
  for (const id of dependencies.keys()) {
    const cycle = visit(id);
    if (cycle) return { cycle };
  }
  return { strata };
}
