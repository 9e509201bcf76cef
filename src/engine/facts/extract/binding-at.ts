import type { Binding } from '../../../definition/binding/binding.js';

/** Whether a key is in a binding at a block. */
export function isIn(binding: Binding, key: string, block: number): boolean {
  return (
    binding.members
      .get(key)
      ?.some(({ from, until }) => from <= block && (until === undefined || until >= block)) ?? false
  );
}
