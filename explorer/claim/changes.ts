import { type Families, stateOfAbsent } from './coverage.js';
import type { Held } from './held.js';
import type { ClaimInterval } from './interval.js';

/** What holds of an address at one of two blocks. */
export interface End {
  readonly block: number;
  readonly held: Held;
}

/** A claim that holds at one of two blocks at least. */
export interface Change {
  /**
   * `only after`: it holds at the later block, and whether it held at the earlier one is unknown. `only
   * before`: the other way round.
   */
  readonly state: 'began' | 'ended' | 'changed' | 'same' | 'only after' | 'only before';
  readonly claim: ClaimInterval;
  readonly before?: ClaimInterval;
}

export const keyOf = ({ attributeId, counterpart = '' }: ClaimInterval): string =>
  `${attributeId} ${counterpart}`;

/** The claims that hold at either end, and what became of each. */
export function changesBetween(earlier: End, later: End, coverage: Families): readonly Change[] {
  const [before, after] = [earlier, later].map(
    ({ held }) => new Map([...held.attributes, ...held.relations].map((one) => [keyOf(one), one])),
  ) as [Map<string, ClaimInterval>, Map<string, ClaimInterval>];
  const isUnknown = ({ attributeId }: ClaimInterval, { block, held }: End) =>
    stateOfAbsent(attributeId, block, coverage, held.open) === 'unknown';
  return [...new Set([...before.keys(), ...after.keys()])].map((key): Change => {
    const [old, now] = [before.get(key), after.get(key)];
    if (old && now) return { state: old.value === now.value ? 'same' : 'changed', claim: now, before: old };
    if (now) return { state: isUnknown(now, earlier) ? 'only after' : 'began', claim: now };
    return { state: isUnknown(old!, later) ? 'only before' : 'ended', claim: old! };
  });
}

/** Whether something is unknown at one of the two blocks. */
export const isOpenAt = ({ block, held }: End, { families }: Families): boolean =>
  held.open.length > 0 ||
  families.some(({ kind, gaps }) => kind !== 'chain' && gaps.some(({ fromBlock }) => fromBlock <= block));
