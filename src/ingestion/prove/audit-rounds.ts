/** Blocks from the end of a round to the next round. */
const BLOCKS_A_ROUND = 256;

/**
 * Where an audit is on its way through tracked runs, which it makes in rounds. The first begins anywhere, or a
 * process that is started often would see the lowest runs alone; the second follows at once.
 */
export class AuditRounds {
  #above: number | undefined;
  #isFirst = true;
  #nextRound = 0;

  /** Whether a round is under way, or begins, at this head. */
  isDue(head: number): boolean {
    return head >= this.#nextRound;
  }

  /** Number of the last run seen in this round. */
  async above(newestRun: () => Promise<number>): Promise<number> {
    this.#above ??= Math.floor(Math.random() * (await newestRun()));
    return this.#above;
  }

  /** @param above number of the last run seen */
  goOn(above: number): void {
    this.#above = above;
  }

  end(head: number): void {
    this.#above = 0;
    this.#nextRound = this.#isFirst ? 0 : head + BLOCKS_A_ROUND;
    this.#isFirst = false;
  }
}
