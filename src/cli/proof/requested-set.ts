import type { ClaimsOfSetReader, DefinitionSet } from '../../claims/claims-of-set.reader.js';

/**
 * The definition set whose digest begins with a text; without a text the served set.
 * @throws Error naming the existing sets
 */
export async function requestedSet(
  reader: ClaimsOfSetReader,
  digest: string | undefined,
): Promise<DefinitionSet> {
  const sets = await reader.sets();
  const found = sets.filter((set) => (digest === undefined ? set.isServed : set.digest.startsWith(digest)));
  if (found.length === 1) return found[0]!;
  const all = sets.map((set) => set.digest.slice(0, 16)).join(', ');
  if (digest === undefined) throw new Error('nothing was evaluated yet');
  throw new Error(
    `${found.length === 0 ? 'no definition set begins' : `${found.length} definition sets begin`} with --set ${digest}: there are ${all || 'none'}`,
  );
}
