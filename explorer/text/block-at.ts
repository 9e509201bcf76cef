/** A block with its time, Unix seconds. */
export interface TimedBlock {
  readonly number: number;
  readonly timestamp: number;
}

/**
 * The last block not later than a time, found by interpolation, in a few lookups where blocks come regularly.
 *
 * @returns undefined for a time before the first block
 */
export async function blockAt(
  seconds: number,
  first: TimedBlock,
  last: TimedBlock,
  timeOf: (block: number) => Promise<number>,
): Promise<number | undefined> {
  if (seconds < first.timestamp) return undefined;
  if (seconds >= last.timestamp) return last.number;
  // INVARIANT: low is not later than the time, high is later.
  let [low, high] = [first, last];
  for (let turn = 0; high.number - low.number > 1; turn++) {
    const share = (seconds - low.timestamp) / (high.timestamp - low.timestamp);
    const guess = turn % 3 === 2 ? 0.5 : share;
    const offset = Math.round((high.number - low.number) * guess);
    const number = Math.min(high.number - 1, Math.max(low.number + 1, low.number + offset));
    const found = { number, timestamp: await timeOf(number) };
    if (found.timestamp <= seconds) low = found;
    else high = found;
  }
  return low.number;
}
