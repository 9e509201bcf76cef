/** Settings of portfolios. */
export class PortfolioBounds {
  /** @param maxPositions most assets that one answer values */
  constructor(readonly maxPositions: number) {}
}
