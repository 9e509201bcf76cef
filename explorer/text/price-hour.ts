/** A price as a portfolio has it. */
interface Price {
  /** Start of the hour that was asked about, Unix seconds. */
  readonly priceHour: number;
  /** Whether it was seen in no block of that hour, but in an earlier one. */
  readonly priceCarried: boolean;
}

/** The hour in which a price was seen; empty for a carried one, whose hour is not answered. */
export const hourSeen = ({ priceHour, priceCarried }: Price): string =>
  priceCarried ? '' : new Date(priceHour * 1000).toISOString();
