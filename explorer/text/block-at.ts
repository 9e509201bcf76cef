/** A block with its time, Unix seconds. */
export interface TimedBlock {
  readonly number: number;
  readonly timestamp: number;
}

/** The block that digits name, also in groups as pages show them; undefined for any other text. */
export const readBlock = (text: string): number | undefined =>
  /^(\d{1,15}|\d{1,3}(,\d{3}){1,4})$/.test(text) ? Number(text.replaceAll(',', '')) : undefined;

/** Why there is no block with a number; undefined where it lies between the first and the newest. */
export function whyNoBlock(number: number, first: number, newest: number): string | undefined {
  if (number > newest) return `Block ${number} is not known here: the newest is ${newest}.`;
  if (number < first) return `Block ${number} is before the first covered block, ${first}.`;
  return undefined;
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
