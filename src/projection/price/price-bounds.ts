/** What configuration says about prices. */
export class PriceBounds {
  /** @param carryHours how many hours back a price is looked for: an older one says nothing about today. */
  constructor(readonly carryHours: number) {}
}
