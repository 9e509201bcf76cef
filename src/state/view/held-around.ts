import type { ViewResult } from '../execution/run/view-result.js';
import type { StateCache } from '../history/state-cache.js';

interface Blocks {
  readonly since: number;
  readonly through: number;
}

/** The blocks around one in which everything that a run read is the same, as far as memory reaches. */
export function heldAround(result: ViewResult, cache: StateCache, block: number): Blocks {
  const alone = { since: block, through: block };
  if (result.volatile.length > 0) return alone;
  const read = [
    ...result.reads.map((place) => cache.slot(place, block)),
    ...result.codes.map((address) => cache.code(address, block)),
    ...result.looked.map(({ address, field }) =>
      field === 'codeHash' ? cache.code(address, block) : cache[field](address, block),
    ),
  ];
  if (read.length === 0) return alone;
  return read.reduce<Blocks>(
    (common, one) => ({
      since: Math.max(common.since, one?.since ?? block),
      through: Math.min(common.through, one?.through ?? block),
    }),
    { since: 0, through: Number.MAX_SAFE_INTEGER },
  );
}
