/** A record that is there as JSON already; it is parsed only where something reads its fields. */
export class WrittenRecord<T extends object> {
  /** @param beginning of a large record, instead of parsing it: its list has its length, but only its first rows */
  constructor(
    readonly json: string,
    private readonly beginning?: T,
  ) {}

  read(): T {
    return this.beginning ?? (JSON.parse(this.json) as T);
  }
}
