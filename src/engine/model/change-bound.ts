import type { FactRow } from './fact-row.js';
import type { Step } from './steps.js';

/** Of one address in a range, by the logs of one source, all keys together. Anybody can have a contract with any number, some for 300 gas each. */
export const MAX_CHANGES = 10_000;

/** From where on a source has more. */
export interface Excess {
  readonly block: number;
  /** Keys that it takes of that block to exceed the bound. */
  readonly keys: ReadonlySet<string>;
}

/**
 * Undefined where a source has no more. A key that changes more than once in a block counts once, so that the order in which blocks came
 * makes no difference.
 *
 * @param keys ascending
 */
export function excessOf(
  keys: readonly string[],
  stepsOf: (key: string) => readonly Step[],
): Excess | undefined {
  const changes = keys.flatMap((key) => [...changedIn(stepsOf(key))].map((block) => ({ key, block })));
  if (changes.length <= MAX_CHANGES) return undefined;
  const { block } = [...changes].sort((one, other) => one.block - other.block)[MAX_CHANGES]!;
  const before = changes.filter((one) => one.block < block).length;
  const within = changes.filter((one) => one.block === block);
  return { block, keys: new Set(within.slice(0, MAX_CHANGES + 1 - before).map(({ key }) => key)) };
}

/** The end of a lifetime is no row: it does not count. */
function changedIn(steps: readonly Step[]): ReadonlySet<number> {
  const changed = steps.filter(({ ordinal }) => ordinal !== undefined);
  return new Set(changed.map(({ blockNumber }) => blockNumber));
}

/** Whether a row changes nothing any more. */
export function isExcessive({ block, keys }: Excess, { blockNumber, key }: FactRow): boolean {
  return blockNumber > block || (blockNumber === block && !keys.has(key));
}
