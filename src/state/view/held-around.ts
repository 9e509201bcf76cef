import type { ViewResult } from '../execution/run/view-result.js';
import type { StateCache } from '../history/state-cache.js';

interface Held {
  readonly since: number;
  readonly through: number;
  /** Whether a value is attested by a node alone, which blocks that are stored later may contradict. */
  readonly isAttested: boolean;
}

/** The blocks around one in which everything that a run read is the same, as far as memory reaches. */
export function heldAround(result: ViewResult, cache: StateCache, block: number): Held {
  const read = [
    ...result.reads.map((place) => cache.slot(place, block)),
    ...result.codes.map((address) => cache.code(address, block)),
    ...result.looked.map(({ address, field }) =>
      field === 'codeHash' ? cache.code(address, block) : cache[field](address, block),
    ),
  ];
  const isAttested = read.some((one) => one?.support === 'attested');
  if (read.length === 0 || result.volatile.length > 0) return { since: block, through: block, isAttested };
  return read.reduce<Held>(
    (common, one) => ({
      isAttested,
      since: Math.max(common.since, one?.since ?? block),
      through: Math.min(common.through, one?.through ?? block),
    }),
    { since: 0, through: Number.MAX_SAFE_INTEGER, isAttested },
  );
}
