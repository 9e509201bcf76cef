/** A value with a maximum age. It is read again on demand; concurrent callers share one read. */
export class TtlValue<T> {
  #cached: { readonly value: T; readonly readAt: number } | undefined;
  #reading: Promise<T> | undefined;

  constructor(
    private readonly read: () => Promise<T>,
    private readonly maxAgeMs: number,
  ) {}

  /** At once while the value is young enough; otherwise rejects with what reading it throws. */
  get(): T | Promise<T> {
    const cached = this.#cached;
    if (cached && performance.now() - cached.readAt < this.maxAgeMs) return cached.value;
    this.#reading ??= this.#readAgain().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readAgain(): Promise<T> {
    // The value may be as old as the start of its read.
    const readAt = performance.now();
    const value = await this.read();
    this.#cached = { value, readAt };
    return value;
  }
}
