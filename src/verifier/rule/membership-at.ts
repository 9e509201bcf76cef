import type { Binding, Membership } from '../../definition/binding/binding.js';
import type { CurrentMembership, NoMembership } from '../../evaluator/model/state-view.js';

/** Whether a key (lower-case hex) is in a registry at a block, and by which version. */
export function membershipAt(
  { members, versions }: Binding,
  key: string,
  block: number,
): { readonly member: CurrentMembership } | { readonly none: NoMembership } {
  const last = members.get(key)?.findLast(({ from }) => from <= block);
  if (last && counts(last, block)) return { member: last };
  const first = versions[0]!.version;
  if (last === undefined) return { none: { version: first } };
  return { none: { version: last.removedBy ?? first, from: last.until! + 1 } };
}

/** The entries of a registry that count at a block. */
export function* entriesAt(
  { members }: Binding,
  block: number,
): Iterable<readonly [string, CurrentMembership]> {
  for (const [key, intervals] of members) {
    const entry = intervals.find((interval) => counts(interval, block));
    if (entry) yield [key, entry];
  }
}

function counts({ from, until }: Membership, block: number): boolean {
  return from <= block && (until === undefined || block <= until);
}
