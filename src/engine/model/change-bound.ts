import type { FactRow } from './fact-row.js';
import type { Step } from './steps.js';

/** Of one address in a range, by one source, all keys together. Anybody can have a contract with any number, some for 300 gas each. */
export const MAX_CHANGES = 10_000;

/** Kinds of sources that have a value until they have another, as often as somebody likes. */
export const STATE_KINDS: ReadonlySet<string> = new Set(['log_state', 'storage']);

const NO_KEYS: ReadonlySet<string> = new Set();

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
  return excessAmong(changes);
}

/** The same of the rows of code of an address, for all that they feed. */
export function excessOfCode(rows: readonly FactRow[]): Excess | undefined {
  const changed = rows.filter(({ isInitial }) => !isInitial).map(({ blockNumber }) => blockNumber);
  return excessAmong([...new Set(changed)].map((block) => ({ key: '', block })));
}

/** From a block on in which code has more changes, nothing that begins and ends with it is known. */
export function earlierOf(own: Excess | undefined, ofCode: Excess | undefined): Excess | undefined {
  if (ofCode === undefined || (own !== undefined && own.block < ofCode.block)) return own;
  return { block: ofCode.block, keys: NO_KEYS };
}

function excessAmong(
  changes: readonly { readonly key: string; readonly block: number }[],
): Excess | undefined {
  if (changes.length <= MAX_CHANGES) return undefined;
  const { block } = [...changes].sort((one, other) => one.block - other.block)[MAX_CHANGES]!;
  const before = changes.filter((one) => one.block < block).length;
  const within = changes.filter((one) => one.block === block);
  return { block, keys: new Set(within.slice(0, MAX_CHANGES + 1 - before).map(({ key }) => key)) };
}

/** The end of a lifetime is no row, and how it was before the range no change. */
function changedIn(steps: readonly Step[]): ReadonlySet<number> {
  const changed = steps.filter(({ ordinal, isInitial }) => ordinal !== undefined && !isInitial);
  return new Set(changed.map(({ blockNumber }) => blockNumber));
}

/** Whether a row changes nothing any more. */
export function isExcessive({ block, keys }: Excess, { blockNumber, key }: FactRow): boolean {
  return blockNumber > block || (blockNumber === block && !keys.has(key));
}
