import { it } from '@jest/globals';

/** Whether the slow lane runs, all lanes with whole samples, or files that a pattern names. */
const isSlow = process.env.SLOW_TESTS !== undefined;

/** Chooses a sample: the first in the first lanes, the second where `itSlowly` runs its tests. */
export const slowly = <Sample>(few: Sample, more: Sample): Sample => (isSlow ? more : few);

/** Skips tests of the file that runs now: `it.skip` itself belongs to one file, and files of a process share this module. */
const skipped: typeof it = new Proxy(it, {
  apply: (_it, _self, parameters: Parameters<typeof it.skip>) => it.skip(...parameters),
  get: (_it, key: keyof typeof it.skip) => it.skip[key],
});

/** `it` for tests that the first lanes skip. The name of their file ends with `-slow-spec.ts`: the slow lane runs it whole. */
export const itSlowly = slowly(skipped, it);

/** Everything where `itSlowly` runs its tests, and the first of it elsewhere. */
export const moreSlowly = <Item>(all: readonly Item[], first = 1): readonly Item[] =>
  slowly(all.slice(0, first), all);
