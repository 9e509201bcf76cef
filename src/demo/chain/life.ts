/** Makes one block after another at a steady pace until paused. A block that fails stops life and says why. */
export class Life {
  private timer: NodeJS.Timeout | undefined;
  private running = Promise.resolve();

  constructor(
    private readonly makeBlock: () => Promise<void>,
    private readonly intervalMs: number,
    private readonly log: (line: string) => void,
  ) {}

  start(): void {
    if (this.timer !== undefined) return;
    this.timer = setInterval(() => {
      this.running = this.running
        .then(() => (this.timer === undefined ? undefined : this.makeBlock()))
        .catch((error: unknown) => {
          this.halt();
          this.log(`demo chain: life stopped: ${error instanceof Error ? error.message : String(error)}`);
        });
    }, this.intervalMs);
  }

  async pause(): Promise<void> {
    this.halt();
    await this.running;
  }

  private halt(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
