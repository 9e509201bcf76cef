import type { Binding, Membership } from './binding.js';

/** What a binding says of a key at a block. */
export type MembershipAt =
  | { readonly held: HeldEntry }
  /** `version`: the one that removed it, or the binding's first. `from`: the block from which it no longer was there. */
  | { readonly none: { readonly version: string; readonly from?: number } };

/** An entry in force: the version that added it, and the first block it counts at. */
export type HeldEntry = Pick<Membership, 'version' | 'from' | 'fields'>;

/** Whether a key (lower-case hex) is in the binding at a block, and since which version that is so. */
export function membershipAt(binding: Binding, key: string, block: number): MembershipAt {
  const last = binding.members.get(key)?.findLast(({ from }) => from <= block);
  if (last === undefined) return { none: { version: firstVersion(binding) } };
  if (counts(last, block)) return { held: last };
  return { none: { version: last.removedBy ?? firstVersion(binding), from: last.until! + 1 } };
}

/** The entries in force at a block. */
export function* entriesAt(binding: Binding, block: number): Generator<readonly [key: string, HeldEntry]> {
  for (const [key, periods] of binding.members) {
    const entry = periods.find((period) => counts(period, block));
    if (entry) yield [key, entry];
  }
}

function counts({ from, until }: Membership, block: number): boolean {
  return from <= block && (until === undefined || block <= until);
}

function firstVersion({ versions }: Binding): string {
  return versions[0]!.version;
}
