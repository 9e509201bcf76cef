/** Settings of portfolios. */
export class PortfolioBounds {
  /** @param maxPositions most assets that are valued in one answer. */
  constructor(readonly maxPositions: number) {}
}
