/** A price as a portfolio has it. */
interface Price {
  /** Start of the hour that was asked about, Unix seconds. */
  readonly priceHour: number;
  /** Whether no block of that hour has the price, but an earlier block. */
  readonly priceCarried: boolean;
}

/** The hour in which a price was seen; empty for a carried price, whose hour the service does not give. */
export const hourSeen = ({ priceHour, priceCarried }: Price): string =>
  priceCarried ? '' : new Date(priceHour * 1000).toISOString();
