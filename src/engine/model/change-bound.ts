import type { FactRow } from './fact-row.js';
import type { Step } from './steps.js';

/**
 * How many changes of one address in a range are followed, for each source and all its keys together. Anybody
 * can make a contract with any number of changes, some for 300 gas each.
 */
export const MAX_CHANGES = 10_000;

/** Kinds of sources whose value can be replaced any number of times. */
export const STATE_KINDS: ReadonlySet<string> = new Set(['log_state', 'storage']);

const NO_KEYS: ReadonlySet<string> = new Set();

/** Where the changes of a source exceed the bound. */
export interface Excess {
  readonly block: number;
  /** The keys whose changes in this block are kept, up to the first change beyond the bound. */
  readonly keys: ReadonlySet<string>;
}

/**
 * Where the changes of a source exceed the bound; undefined where they do not. A key that changes more than
 * once in a block counts once, so that the order in which blocks came makes no difference.
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

/** The same for rows of code of an address, which count for all sources that they feed. */
export function excessOfCode(rows: readonly FactRow[]): Excess | undefined {
  const changed = rows.filter(({ isInitial }) => !isInitial).map(({ blockNumber }) => blockNumber);
  return excessAmong([...new Set(changed)].map((block) => ({ key: '', block })));
}

/**
 * The earlier of a source's own excess and that of code. From the latter on, no fact that a lifetime scopes
 * is known.
 */
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

/** Blocks with a change. The end of a lifetime and the initial state are none. */
function changedIn(steps: readonly Step[]): ReadonlySet<number> {
  const changed = steps.filter(({ ordinal, isInitial }) => ordinal !== undefined && !isInitial);
  return new Set(changed.map(({ blockNumber }) => blockNumber));
}

/** Whether a row is beyond the bound, so that it changes no fact. */
export function isExcessive({ block, keys }: Excess, { blockNumber, key }: FactRow): boolean {
  return blockNumber > block || (blockNumber === block && !keys.has(key));
}
