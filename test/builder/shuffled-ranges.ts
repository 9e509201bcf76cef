import type { Prng } from '../simulation/prng.js';

export type Range = readonly [from: number, to: number];

const LONGEST_RANGE = 40;

/** Divides the blocks into ranges of random lengths, in random order. */
export function shuffledRanges([from, to]: Range, random: Prng): Range[] {
  const rest: Range[] = [];
  for (let start = from; start <= to; ) {
    const end = Math.min(to, start + random.between(0, LONGEST_RANGE - 1));
    rest.push([start, end]);
    start = end + 1;
  }
  return [...rest].map(() => rest.splice(random.between(0, rest.length - 1), 1)[0]!);
}
