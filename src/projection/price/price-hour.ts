/** A UTC hour for which prices are asked, and how much of it counts. */
export interface PriceHour {
  /** Hours since 1970. */
  readonly hour: number;
  /** Last block whose observations count. */
  readonly block: number;
  /** Last second that counts. */
  readonly lastSecond: number;
}

/** A price hour, and how far back to search. */
export interface PriceSpan extends PriceHour {
  readonly earliestHour: number;
}

export const SECONDS_PER_HOUR = 3_600;

export function hourOf(timestamp: number): number {
  return Math.floor(timestamp / SECONDS_PER_HOUR);
}

/** The hour of a block, up to the end of the block. */
export function hourOfBlock(block: number, timestamp: number): PriceHour {
  return { hour: hourOf(timestamp), block, lastSecond: timestamp };
}

/** The last hour that was over at a block. */
export function lastClosedHour(block: number, timestamp: number): PriceHour {
  const hour = hourOf(timestamp) - 1;
  return { hour, block, lastSecond: lastSecondOf(hour) };
}

/** The same search, ended at an earlier hour. */
export function earlierHour(span: PriceSpan, hour: number): PriceSpan {
  return { ...span, hour, lastSecond: Math.min(span.lastSecond, lastSecondOf(hour)) };
}

function lastSecondOf(hour: number): number {
  return (hour + 1) * SECONDS_PER_HOUR - 1;
}
