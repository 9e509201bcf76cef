import type { Binding, Membership } from '../../src/definition/binding/binding.js';

/** The entry of a key that is valid at a block. */
export function entryOf({ members }: Binding, key: string, block: number): Membership | undefined {
  return (members.get(key) ?? []).find(
    ({ from, until = Number.POSITIVE_INFINITY }) => from <= block && block <= until,
  );
}

export function isMember(binding: Binding, key: string, block: number): boolean {
  return entryOf(binding, key, block) !== undefined;
}

/** The last entry of a key that has ended by a block. */
export function endedEntryOf({ members }: Binding, key: string, block: number): Membership | undefined {
  return (members.get(key) ?? []).filter(({ until }) => until !== undefined && until < block).at(-1);
}
