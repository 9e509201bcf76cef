/** An invalid binding file. The message begins with the place in the file. */
export class BadBinding extends Error {
  override readonly name = 'BadBinding';
}

/** Reads one YAML mapping key by key. `finish` refuses keys that were not read. */
export class StrictRecord {
  readonly #asked = new Set<string>();
  readonly #record: Readonly<Record<string, unknown>>;

  /** @throws BadBinding when the value is no mapping */
  constructor(
    value: unknown,
    readonly place: string,
  ) {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) {
      throw new BadBinding(`${place} is not a mapping`);
    }
    this.#record = value as Record<string, unknown>;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.#record, key);
  }

  value(key: string): unknown {
    this.#asked.add(key);
    if (!this.has(key)) throw new BadBinding(`${this.place}.${key} is missing`);
    return this.#record[key];
  }

  text(key: string, pattern: RegExp): string {
    const value = this.value(key);
    if (typeof value !== 'string' || !pattern.test(value)) {
      throw new BadBinding(`${this.place}.${key} is not text of the form ${pattern.source}`);
    }
    return value;
  }

  integer(key: string): number {
    const value = this.value(key);
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
      throw new BadBinding(`${this.place}.${key} is not a whole number`);
    }
    return value;
  }

  list(key: string): readonly unknown[] {
    const value = this.value(key);
    if (!Array.isArray(value)) throw new BadBinding(`${this.place}.${key} is not a list`);
    return value;
  }

  record(key: string): StrictRecord {
    return new StrictRecord(this.value(key), `${this.place}.${key}`);
  }

  /** @throws BadBinding for a key that was not read */
  finish(): void {
    const unknown = Object.keys(this.#record).find((key) => !this.#asked.has(key));
    if (unknown !== undefined) throw new BadBinding(`${this.place}.${unknown} is not known`);
  }
}
