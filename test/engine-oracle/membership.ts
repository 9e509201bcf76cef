import type { Binding, Membership } from '../../src/definition/binding/binding.js';

/** The entry of a key that is in force at a block. */
export function entryOf({ members }: Binding, key: string, block: number): Membership | undefined {
  return (members.get(key) ?? []).find(
    ({ from, until = Number.POSITIVE_INFINITY }) => from <= block && block <= until,
  );
}

export function isMember(binding: Binding, key: string, block: number): boolean {
  return entryOf(binding, key, block) !== undefined;
}

/** The version since which a key is not in it, and the block from which it no longer was, if it ever was. */
export function absenceOf(
  { members, versions }: Binding,
  key: string,
  block: number,
): { readonly version: string; readonly start?: number } {
  const ended = (members.get(key) ?? []).filter(({ until }) => until !== undefined && until < block).at(-1);
  return ended
    ? { version: ended.removedBy ?? versions[0]!.version, start: ended.until! + 1 }
    : { version: versions[0]!.version };
}
