/** Price settings. */
export class PriceBounds {
  /** @param carryHours how many hours back a price is searched; an older one is no longer current */
  constructor(readonly carryHours: number) {}
}
