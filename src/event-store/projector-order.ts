import type { Projector } from './projector.js';

/** The declarations of `readsFrom` contradict each other or name no projector. */
export class ProjectorOrderRefused extends Error {
  override readonly name = 'ProjectorOrderRefused';
}

/**
 * Sorts projectors so that each comes after those it reads from, otherwise by name. The order does not depend
 * on that of the listing.
 * @throws ProjectorOrderRefused for an unknown name or a cycle
 */
export function inReadingOrder(projectors: readonly Projector[]): Projector[] {
  const byName = [...projectors].sort((one, other) => (one.name < other.name ? -1 : 1));
  const ordered = new Set<Projector>();
  for (const projector of byName) visit(projector, byName, ordered, []);
  return [...ordered];
}

/** The projectors that `projector` reads from, directly or through others, in reading order. */
export function readFromBy(projector: Projector, projectors: readonly Projector[]): Projector[] {
  const ordered = new Set<Projector>();
  visit(projector, projectors, ordered, []);
  return [...ordered].filter((one) => one !== projector);
}

/** Depth first: adds what the projector reads from, then the projector. */
function visit(
  projector: Projector,
  all: readonly Projector[],
  ordered: Set<Projector>,
  path: readonly string[],
): void {
  if (ordered.has(projector)) return;
  const { name, readsFrom = [] } = projector;
  if (path.includes(name))
    throw new ProjectorOrderRefused(`projectors read from each other: ${[...path, name].join(' -> ')}`);
  for (const source of readsFrom) {
    const read = all.find((one) => one.name === source);
    if (!read)
      throw new ProjectorOrderRefused(`projector ${name} reads from ${source}, which does not exist`);
    visit(read, all, ordered, [...path, name]);
  }
  ordered.add(projector);
}

/**
 * For each projector, the number of projectors on the longest chain of readers that it is part of: 1 where it
 * reads from none and none from it. Projectors that are not listed do not count.
 *
 * @param projectors in reading order
 */
export function lengthsOfReading(projectors: readonly Projector[]): Map<string, number> {
  const lengths = new Map<string, number>();
  const lengthOf = (name: string): number => lengths.get(name) ?? 0;
  for (const { name, readsFrom = [] } of projectors)
    lengths.set(name, 1 + Math.max(0, ...readsFrom.map(lengthOf)));
  for (const { name, readsFrom = [] } of [...projectors].reverse())
    for (const source of readsFrom)
      if (lengths.has(source)) lengths.set(source, Math.max(lengthOf(source), lengthOf(name)));
  return lengths;
}
